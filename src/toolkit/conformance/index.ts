export { conform } from './conform.js'
export type { ConformOptions, RunObserver } from './conform-options.js'
export { CHECKS, type CheckName } from './judge/checks.js'
export { createJudge, type Exchange, type Judge } from './judge/create-judge.js'
export type { Finding } from './judge/finding.js'
export {
  type Deviation,
  type Deviations,
  type ObservedApp,
  type ObserveOptions,
  observe,
} from './observed/observe.js'
export type { Depth } from './probes/depths.js'
export { type HarOptions, judgeHar } from './recorded/judge-har.js'
export type { CaseVerdict } from './replay/play-case.js'
export {
  exitCodeOfReplay,
  type ReplayedCase,
  type ReplayOptions,
  replay,
} from './replay/replay.js'
export type { KnownViolation } from './report/baseline.js'
export type { ReportFormat } from './report/format-names.js'
export { formatReport } from './report/formats.js'
export { exitCodeOf, type OperationCoverage, type Report } from './report/report.js'
export type { ReportedStep, ReportedViolation } from './report/reported-violation.js'
export type { UntestedOperation } from './report/untested.js'
export type { Credentials } from './requests/credentials.js'
export type { GivenCredential, GivenCredentials } from './requests/given-credentials.js'
export type { CredentialSources } from './requests/secret-source.js'
export type { ContractViolation, Step } from './run/violation.js'
export type { TestedApp } from './target/app-target.js'
