export type { Exchange, Finding } from './exchange.js'
export { createJudge, type Judge } from './judge.js'
