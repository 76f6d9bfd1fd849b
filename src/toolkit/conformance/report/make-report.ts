import { namedSecrets } from '../requests/given-credentials.js'
import type { Kit } from '../run/kit.js'
import { Masks } from '../secrets/masks.js'
import { withoutWords } from '../secrets/words.js'
import { CommandWriter } from './command-writer.js'
import { violationsOf } from './consequences.js'
import { exitCodeOf, type OperationCoverage, operationText, type Report } from './report.js'
import { reportedViolations } from './reported-violation.js'
import { unprovedBy } from './unproved.js'
import { untestedOperations } from './untested.js'

export interface ReportSettings {
  /** Keys of violations that are known. */
  readonly baseline: ReadonlySet<string>
  /** Seconds that the run has taken. */
  readonly time: number
  /** Parts of the run that it did not come to the end of. */
  readonly unfinished?: readonly string[]
}

export function makeReport(kit: Kit, settings: ReportSettings): Report {
  const { baseline, time, unfinished = [] } = settings
  const { contract, target, coverage, seed, isOver, server, notes } = kit
  const secrets = namedSecrets(kit)
  const masks = new Masks(secrets)
  const ownMasks = new Masks(withoutWords(secrets))
  const writer = new CommandWriter(target, masks)
  const all = reportedViolations(contract, violationsOf(kit), { masks, ownMasks, writer })
  const unknown = all.filter(({ key }) => !baseline.has(key))
  const { file, title, version } = contract.model
  const report = {
    violations: unknown,
    known: all.length - unknown.length,
    notes: [...notes].map((note) => ownMasks.shown(note)),
    coverage: coverageOf(kit),
    untested: untestedOperations(kit),
    unproved: unprovedBy(kit, unfinished),
    requests: coverage.requests,
    ...{
      seed,
      time,
      isCut: isOver && !server.isLost,
      target: target.baseUrl,
      document: { file, title, version },
    },
  }
  return { isClean: exitCodeOf(report) === 0, ...report }
}

function coverageOf({ contract, coverage }: Kit): OperationCoverage[] {
  return contract.tested.map((operation) => ({
    operation: operationText(operation),
    operationId: operation.operationId,
    documented: operation.responses.map(({ status }) => status),
    seen: Object.fromEntries(coverage.statuses.get(operation) ?? []),
    tried: [...(coverage.tried.get(operation) ?? [])],
  }))
}
