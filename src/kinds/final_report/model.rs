//! A final report as the rules read it. Exists for documents that satisfy the schema only, whose
//! names and types it repeats; texts are borrowed from the document.

use serde::{Deserialize, Deserializer};

/// A figure that may be absent, and that is null until it is known.
pub(super) type Figure = Option<Option<f64>>;

fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Figure, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FinalReport<'a> {
    #[serde(borrow)]
    pub(super) frontmatter: FrontMatter<'a>,
    #[serde(borrow)]
    pub(super) header: Header<'a>,
    pub(super) approval_block: Option<ApprovalBlock>,
    #[serde(borrow)]
    pub(super) verdict_card: VerdictCard<'a>,
    #[serde(borrow)]
    pub(super) summary: Vec<SummaryRow<'a>>,
    #[serde(borrow)]
    pub(super) ticket_coverage: Option<TicketCoverage<'a>>,
    #[serde(borrow)]
    pub(super) execution_status: Vec<ExecutionStatusRow<'a>>,
    pub(super) token_usage: TokenUsage,
    #[serde(borrow)]
    pub(super) cross_verification: CrossVerification<'a>,
    #[serde(borrow)]
    pub(super) final_verdict: FinalVerdict<'a>,
    #[serde(borrow)]
    pub(super) evidence: Evidence<'a>,
    #[serde(borrow)]
    pub(super) missing_information: Vec<RiskRow<'a>>,
    #[serde(borrow)]
    pub(super) implementation_planning: Option<ImplementationPlanning<'a>>,
    #[serde(borrow)]
    pub(super) release_handoff: Option<ReleaseHandoff<'a>>,
    #[serde(borrow)]
    pub(super) implementation: Option<Implementation<'a>>,
    #[serde(borrow)]
    pub(super) final_verification: Option<FinalVerification<'a>>,
    #[serde(borrow)]
    pub(super) clarification_items: Vec<ClarificationRow<'a>>,
    #[serde(borrow)]
    pub(super) recommended_next_steps: Vec<RecommendedStep<'a>>,
    #[serde(borrow)]
    pub(super) follow_up_tasks: Vec<FollowUpRow<'a>>,
}

/// The blocks of single task types, each only where the report shows it: a block beside its task
/// type is ignored, whatever it says.
impl<'a> FinalReport<'a> {
    pub(super) fn plan(&self) -> Option<&ImplementationPlanning<'a>> {
        self.shown("implementation-planning", self.implementation_planning.as_ref())
    }

    pub(super) fn handoff(&self) -> Option<&ReleaseHandoff<'a>> {
        self.shown("release-handoff", self.release_handoff.as_ref())
    }

    pub(super) fn work(&self) -> Option<&Implementation<'a>> {
        self.shown("implementation", self.implementation.as_ref())
    }

    pub(super) fn verification(&self) -> Option<&FinalVerification<'a>> {
        self.shown("final-verification", self.final_verification.as_ref())
    }

    fn shown<T>(&self, task_type: &str, block: Option<T>) -> Option<T> {
        block.filter(|_| self.header.task_type == task_type)
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FrontMatter<'a> {
    pub(super) date: &'a str,
    pub(super) task_id: &'a str,
    pub(super) task_type: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Header<'a> {
    pub(super) created_at: &'a str,
    pub(super) task_type: &'a str,
    pub(super) report_author: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ApprovalBlock {
    pub(super) approved: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct VerdictCard<'a> {
    pub(super) final_conclusion: &'a str,
    pub(super) verdict_token: &'a str,
    pub(super) direction: &'a str,
    pub(super) approval_required: bool,
    pub(super) next_step: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FinalVerdict<'a> {
    pub(super) final_conclusion: &'a str,
    pub(super) verdict_token: &'a str,
    pub(super) direction: &'a str,
    #[serde(borrow)]
    pub(super) rationale_row_ids: Vec<&'a str>,
    pub(super) next_step: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SummaryRow<'a> {
    pub(super) id: &'a str,
    pub(super) ticket_id: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TicketCoverageRow<'a> {
    pub(super) ticket_id: &'a str,
    pub(super) related_ids: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExecutionStatusRow<'a> {
    pub(super) agent: &'a str,
    pub(super) role: &'a str,
    pub(super) status: &'a str,
    #[serde(default, deserialize_with = "present")]
    pub(super) total_tokens: Figure,
    #[serde(default, deserialize_with = "present")]
    pub(super) billable_tokens: Figure,
    #[serde(default, deserialize_with = "present")]
    pub(super) cost_usd: Figure,
    pub(super) cli_total_tokens: Option<f64>,
    pub(super) cli_cost_usd: Option<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TokenUsage {
    pub(super) lead: TokenUsageRow,
    pub(super) worker: TokenUsageRow,
    pub(super) grand: TokenUsageRow,
    pub(super) cli: CliUsage,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TokenUsageRow {
    pub(super) total_tokens: Option<f64>,
    pub(super) billable_tokens: Option<f64>,
    pub(super) cost_usd: Option<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CliUsage {
    pub(super) cost_usd: Option<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CrossVerification<'a> {
    #[serde(borrow)]
    pub(super) round_history: Option<RoundHistory<'a>>,
    #[serde(borrow)]
    pub(super) consensus: Vec<ConsensusRow<'a>>,
    #[serde(borrow)]
    pub(super) differences: Vec<DifferenceRow<'a>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Round {
    pub(super) round: f64,
    pub(super) input_queue_size: f64,
    pub(super) resolved_count: f64,
    pub(super) carried_forward_count: f64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ConsensusRow<'a> {
    pub(super) id: &'a str,
    pub(super) ticket_id: &'a str,
    #[serde(borrow)]
    pub(super) source_items: Vec<&'a str>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DifferenceRow<'a> {
    pub(super) id: &'a str,
    pub(super) ticket_id: &'a str,
    #[serde(borrow)]
    pub(super) workers_position: Vec<Position<'a>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Position<'a> {
    pub(super) worker: &'a str,
    pub(super) item_id: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Evidence<'a> {
    #[serde(borrow)]
    pub(super) primary: Vec<PrimaryEvidenceRow<'a>>,
    #[serde(borrow)]
    pub(super) secondary: Option<Vec<SecondaryEvidenceRow<'a>>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PrimaryEvidenceRow<'a> {
    pub(super) id: &'a str,
    pub(super) ticket_id: &'a str,
    #[serde(borrow)]
    pub(super) source_items: Vec<&'a str>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SecondaryEvidenceRow<'a> {
    pub(super) id: &'a str,
    pub(super) ticket_id: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RiskRow<'a> {
    pub(super) id: &'a str,
    pub(super) ticket_id: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImplementationPlanning<'a> {
    #[serde(borrow)]
    pub(super) option_candidates: Vec<OptionCandidate<'a>>,
    #[serde(borrow)]
    pub(super) tradeoff_matrix: Vec<TradeoffRow<'a>>,
    #[serde(borrow)]
    pub(super) recommended_option: RecommendedOption<'a>,
    #[serde(borrow)]
    pub(super) stepwise_execution: Vec<StepRow<'a>>,
    #[serde(borrow)]
    pub(super) dependency_migration_risk: Vec<DependencyRow<'a>>,
    #[serde(borrow)]
    pub(super) validation_checklist: Vec<ValidationCheckRow<'a>>,
    #[serde(borrow)]
    pub(super) rollback_strategy: Vec<RollbackRow<'a>>,
    #[serde(borrow)]
    pub(super) plan_body_verification: PlanBodyVerification<'a>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OptionCandidate<'a> {
    pub(super) name: &'a str,
    #[serde(borrow)]
    pub(super) file_structure: Vec<OptionFile<'a>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OptionFile<'a> {
    pub(super) id: &'a str,
    pub(super) ticket_id: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TradeoffRow<'a> {
    pub(super) option: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecommendedOption<'a> {
    pub(super) name: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StepRow<'a> {
    pub(super) step: f64,
    pub(super) ticket_id: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DependencyRow<'a> {
    pub(super) id: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ValidationCheckRow<'a> {
    pub(super) phase: &'a str,
    pub(super) ticket_id: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RollbackRow<'a> {
    pub(super) id: &'a str,
    pub(super) step: f64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlanBodyVerification<'a> {
    pub(super) gate_result: &'a str,
    #[serde(borrow)]
    pub(super) verdict_summary: Vec<PlanItemVerdict<'a>>,
    #[serde(borrow)]
    pub(super) verdict_details: Vec<WorkerVerdict<'a>>,
    #[serde(borrow)]
    pub(super) dissent_log: Vec<Dissent<'a>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlanItemVerdict<'a> {
    pub(super) plan_item: &'a str,
    pub(super) ticket_id: &'a str,
    pub(super) classification: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WorkerVerdict<'a> {
    pub(super) plan_item: &'a str,
    pub(super) worker: &'a str,
    pub(super) verdict: &'a str,
    #[serde(borrow)]
    pub(super) breakage_kind: Option<&'a str>,
    #[serde(borrow)]
    pub(super) note: Option<&'a str>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Dissent<'a> {
    pub(super) plan_item: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReleaseHandoff<'a> {
    #[serde(borrow)]
    pub(super) source_verification_report: SourceVerificationReport<'a>,
    #[serde(borrow)]
    pub(super) feature_branch_state: FeatureBranchState<'a>,
    #[serde(borrow)]
    pub(super) user_selections: UserSelections<'a>,
    pub(super) executed_commands: Vec<NumberedRow>,
    #[serde(borrow)]
    pub(super) commit_list: HandoffCommits<'a>,
    #[serde(borrow)]
    pub(super) merge_conflict_probe: MergeConflictProbe<'a>,
    #[serde(borrow)]
    pub(super) pull_request_outcome: PullRequestOutcome<'a>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SourceVerificationReport<'a> {
    pub(super) verdict_token_quote: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FeatureBranchState<'a> {
    pub(super) existing_pr_url: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct UserSelections<'a> {
    pub(super) h1: &'a str,
    #[serde(borrow)]
    pub(super) h2: Option<&'a str>,
    pub(super) h3: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NumberedRow {
    pub(super) number: f64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Commit<'a> {
    pub(super) number: Option<f64>,
    pub(super) short_sha: &'a str,
    pub(super) full_sha: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MergeConflictProbe<'a> {
    pub(super) kind: &'a str,
    #[serde(borrow)]
    pub(super) base_branch: Option<&'a str>,
    #[serde(borrow)]
    pub(super) base_sha: Option<&'a str>,
    #[serde(borrow)]
    pub(super) user_choice: Option<&'a str>,
    #[serde(borrow)]
    pub(super) conflicting_paths: Option<Vec<&'a str>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PullRequestOutcome<'a> {
    pub(super) kind: &'a str,
    #[serde(borrow)]
    pub(super) url: Option<&'a str>,
    #[serde(borrow)]
    pub(super) title: Option<&'a str>,
    #[serde(borrow)]
    pub(super) base_branch: Option<&'a str>,
    #[serde(borrow)]
    pub(super) reason: Option<&'a str>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Implementation<'a> {
    #[serde(borrow)]
    pub(super) commit_list: Vec<Commit<'a>>,
    #[serde(borrow)]
    pub(super) diff_summary: DiffSummary<'a>,
    #[serde(borrow)]
    pub(super) out_of_plan_edits: Vec<OutOfPlanEdit<'a>>,
    #[serde(borrow)]
    pub(super) validation_evidence: Vec<ValidationEvidence<'a>>,
    #[serde(borrow)]
    pub(super) verifier_results: Vec<VerifierResult<'a>>,
    #[serde(borrow)]
    pub(super) rollback_verification: Vec<RollbackVerification<'a>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DiffSummary<'a> {
    #[serde(borrow)]
    pub(super) files: Vec<DiffFile<'a>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DiffFile<'a> {
    pub(super) file: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OutOfPlanEdit<'a> {
    pub(super) id: &'a str,
    pub(super) file: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ValidationEvidence<'a> {
    pub(super) phase: &'a str,
    pub(super) command: &'a str,
    pub(super) exit_code: f64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct VerifierResult<'a> {
    pub(super) verifier: &'a str,
    pub(super) verdict: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RollbackVerification<'a> {
    pub(super) result: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FinalVerification<'a> {
    #[serde(borrow)]
    pub(super) acceptance_blockers: Vec<AcceptanceBlocker<'a>>,
    #[serde(borrow)]
    pub(super) residual_risk: Vec<ResidualRisk<'a>>,
    #[serde(borrow)]
    pub(super) validation_evidence: Vec<RequirementCoverage<'a>>,
    pub(super) readonly_command_log: Vec<NumberedRow>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AcceptanceBlocker<'a> {
    pub(super) id: &'a str,
    pub(super) severity: &'a str,
    pub(super) follow_up_phase: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ResidualRisk<'a> {
    pub(super) id: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RequirementCoverage<'a> {
    pub(super) id: &'a str,
    pub(super) status: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClarificationRow<'a> {
    pub(super) id: &'a str,
    pub(super) ticket_id: &'a str,
    pub(super) blocks: &'a str,
    pub(super) status: &'a str,
    #[serde(borrow)]
    pub(super) user_input: Option<&'a str>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecommendedStep<'a> {
    pub(super) text: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FollowUpRow<'a> {
    pub(super) id: &'a str,
    pub(super) ticket_id: &'a str,
    pub(super) origin: &'a str,
    pub(super) new_task_id: &'a str,
}

/// `ticketCoverage` in one of its three forms.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum TicketCoverage<'a> {
    SingleTicket(&'a str),
    #[serde(borrow)]
    Rows(Vec<TicketCoverageRow<'a>>),
    Omit(bool),
}

/// `roundHistory` in one of its two forms.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum RoundHistory<'a> {
    #[serde(rename_all = "camelCase")]
    Rounds { rounds: Vec<Round>, round2_skipped_reason: &'a str },
    Disabled {
        #[serde(rename = "disabled")]
        _disabled: bool,
    },
}

/// The commit list of a release handoff in one of its two forms.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum HandoffCommits<'a> {
    #[serde(borrow)]
    Commits(Vec<Commit<'a>>),
    Empty {
        #[serde(rename = "empty")]
        _empty: bool,
    },
}
