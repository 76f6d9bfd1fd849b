export type { Exchange, Finding } from './finding.js'
export { createJudge, type Judge } from './judge.js'
