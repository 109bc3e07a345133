//! What can be wrong with a template.

use crate::diagnostic::{Code, Severity};

macro_rules! codes {
    ($($ident:ident = $id:literal $name:literal $severity:ident;)*) => {$(
        pub(crate) static $ident: Code =
            Code { id: $id, name: $name, severity: Severity::$severity };
    )*};
}

codes! {
    SYNTAX = "TP001" "template-syntax" Error;
    UNKNOWN_FUNCTION = "TP002" "unknown-filter" Error;
    MISSING_VALUE = "TP003" "missing-value" Error;
    MISPLACED_VALUE = "TP004" "misplaced-value" Error;
    RUNAWAY = "TP005" "runaway-template" Error;
    UNKNOWN_TEMPLATE = "TP006" "unknown-template" Error;
    OPERATION = "TP007" "impossible-operation" Error;
    UNKNOWN_VARIABLE = "TP008" "unknown-variable" Error;
    UNUSED_PROPERTY = "TP009" "unused-required-property" Error;
    UNUSED_TEMPLATE = "TP010" "unused-template" Warning;
}
