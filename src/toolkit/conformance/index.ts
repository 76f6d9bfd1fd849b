export type { Exchange, Finding } from './judge.js'
export { createJudge, type Judge } from './judge.js'
