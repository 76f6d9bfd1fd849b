import type { TestedContract } from '../document/contract.js'
import { isRaw, type RawRequest, type SentRequest } from '../exchange/request.js'
import { isLimited, isResponse, type Outcome } from '../exchange/response.js'
import { authenticated, type Credentials } from '../requests/credentials.js'
import { type OtherCredential, strangerIn } from '../requests/given-credentials.js'
import { Identities } from '../requests/identities.js'
import type { RequestParts } from '../requests/parts.js'
import { RequestSource } from '../requests/request-source.js'
import { writeRequest } from '../requests/write-request.js'
import { attempt } from '../resources/attempt.js'
import { findResources, type TestedResource } from '../resources/resource.js'
import { Scene } from '../resources/scene.js'
import { findSingles, type SingleResource } from '../resources/singles.js'
import { Things } from '../resources/things.js'
import { type Pacing, paceOf } from '../target/pace.js'
import type { TestTarget } from '../target/test-target.js'
import { type CaseContext, CaseRun, hasRemoved } from './case-run.js'
import { Coverage } from './coverage.js'
import { EndOfRun } from './end-of-run.js'
import type { KitSettings } from './kit-settings.js'
import { ALL_ALLOWED, mayBeSent, NOT_SENT, type Permissions } from './permissions.js'
import { ServerWatch } from './server-watch.js'
import type { CaseSubject, Play, Trial } from './trial.js'
import { isUnproven, noteTaken } from './unproven.js'
import type { ContractViolation } from './violation.js'
import { type FoundViolation, ViolationLog, violationOf } from './violation-log.js'

/** What all probes use: it sends, judges, repeats what is wrong, and keeps the violations. */
export class Kit {
  readonly contract: TestedContract
  readonly target: TestTarget
  readonly pace: Pacing
  readonly credentials: Credentials
  readonly others: readonly OtherCredential[]
  readonly seed: number
  readonly coverage = new Coverage()
  readonly identities = new Identities()
  readonly source: RequestSource
  readonly resources: readonly TestedResource[]
  readonly singles: readonly SingleResource[]
  readonly things: Things
  /** Credentials of another user, if there are some. */
  readonly stranger: Credentials | undefined
  readonly owners: boolean
  readonly permissions: Permissions
  readonly server: ServerWatch
  readonly end: EndOfRun
  readonly #violations = new ViolationLog()
  /** True once the server gives an error outside of all operations the shape of the document's errors. */
  judgesOutside = false
  /** Waits, before a case, for the turn of its probe. */
  pause: () => Promise<void> = async () => {}
  /** Behaviour that the document leaves open, once each. */
  readonly notes = new Set<string>()
  readonly #settings: KitSettings

  constructor(settings: KitSettings) {
    this.#settings = settings
    this.contract = settings.contract
    this.target = settings.target
    this.pace = settings.pace ?? paceOf(0)
    this.credentials = settings.credentials
    this.others = settings.others ?? []
    this.seed = settings.seed
    this.source = new RequestSource(settings.contract, this.identities, settings.seed)
    this.resources = findResources(settings.contract)
    this.singles = findSingles(settings.contract, this.resources)
    this.things = new Things(this, settings.late)
    this.stranger = strangerIn(this.others)
    this.owners = settings.owners ?? false
    this.permissions = settings.permissions ?? ALL_ALLOWED
    this.server = new ServerWatch(settings.target, settings.requestTime)
    this.end = new EndOfRun(settings, this.server)
    for (const { operation, reason } of settings.contract.unreachable)
      this.notes.add(`${operation.method} ${operation.path} is not tested: ${reason}.`)
  }

  get violations(): readonly ContractViolation[] {
    return this.#violations.all
  }

  /** Keeps what a case found; the last of its steps broke the rule. */
  add(violation: FoundViolation): void {
    this.#violations.add(violation)
    this.end.note(violation)
  }

  /** True when the time of the run is up, it was ended, its server is gone, or enough was found. */
  get isOver(): boolean {
    return this.end.why !== undefined
  }

  /** A request of parts, with the credentials that its operation asks for. @throws {Unwritable} */
  written(parts: RequestParts): SentRequest {
    const now = this.things.versions.current(this.source.renewed(this.identities.current(parts)))
    return authenticated(this.contract, parts.operation, writeRequest(now), this.credentials)
  }

  /** Sends a request without judging the response, to learn how the server stands. */
  async peek(request: SentRequest | RawRequest): Promise<Outcome> {
    const { contract, requestTime } = this.#settings
    if (this.end.isLate || !mayBeSent(contract, this.permissions, request)) return NOT_SENT
    this.coverage.requests += 1
    const outcome = await this.pace.send(this.target, request, requestTime, () => this.end.left)
    if (!isRaw(request) && hasRemoved(request, outcome)) this.things.noteRemoval(request.target)
    return isLimited(outcome) ? NOT_SENT : outcome
  }

  /** Makes anew what requests have removed. */
  async refresh(): Promise<void> {
    await this.things.refresh(() => new Scene(this, this.#run()))
  }

  /** Runs a case of one request. */
  async try(trial: Trial): Promise<Outcome | undefined> {
    let last: Outcome | undefined
    await this.scenario(trial, async (run) => {
      last = await this.#tried(trial, run)
    })
    return last
  }

  /** True if a case finds nothing; what it finds is not reported. */
  async passes(trial: Trial): Promise<boolean> {
    await this.pause()
    const run = await this.#play(async (each) => void (await this.#tried(trial, each)))
    return run.findings.length === 0
  }

  async #tried(trial: Trial, run: CaseRun): Promise<Outcome> {
    const request = trial.request()
    const outcome = await run.send(request, trial.operation)
    if (isResponse(outcome) && trial.expect.isMet(outcome, trial.operation)) {
      noteTaken(this, trial, { request, outcome })
      for (const finding of trial.inspect?.(outcome) ?? []) run.find(finding)
    } else if (!isUnproven(this, trial, { request, outcome })) {
      run.findUnmet(trial, outcome)
    }
    return outcome
  }

  /** Runs a case of any number of requests; what it finds is repeated before it counts. */
  async scenario(subject: CaseSubject, play: Play): Promise<void> {
    await this.pause()
    if (this.isOver) return
    this.coverage.try(subject.operation, subject.pointer)
    const first = await this.#patiently(play, () => this.isOver)
    const loss = await this.server.lossAt(subject, first)
    if (loss) return this.add(loss)
    const repeated: CaseRun[] = []
    for (let left = this.#violations.repetitionsOf(subject, first); left > 0; left--)
      repeated.push(await this.#patiently(play))
    for (const finding of first.findings) this.add(violationOf(subject, finding, repeated))
  }

  /** What a case finds, with more time for each response where one was late. */
  async #patiently(play: Play, isOver = () => this.end.isLate): Promise<CaseRun> {
    const run = await this.#play(play, { isOver })
    if (!run.isUnanswered) return run
    const requestTime = this.end.moreTime
    return this.#play(play, { requestTime, left: () => requestTime })
  }

  async #play(play: Play, more?: Partial<CaseContext>): Promise<CaseRun> {
    await this.refresh()
    const run = this.#run(more)
    await attempt(() => play(run)) // What cannot be sent is no case.
    return run
  }

  #run(more?: Partial<CaseContext>): CaseRun {
    const { contract, target, pace, coverage, credentials, others, judgesOutside } = this
    const secrets = [...Object.values(credentials), ...others.map(({ token }) => token)]
    return new CaseRun({
      ...{ contract, target, pace, coverage, secrets, judgesOutside },
      ...{ notes: this.notes, things: this.things },
      ...{ requestTime: this.#settings.requestTime, isOver: () => this.end.isLate },
      left: () => this.end.left,
      mayBeSent: (request) => mayBeSent(contract, this.permissions, request),
      responseTime: this.#settings.responseTime,
      ...more,
    })
  }

  /** Makes one thing of each kind, so that valid requests lead to something. */
  async prepare(): Promise<void> {
    await this.things.prepare(new Scene(this, this.#run()))
  }

  /** Removes what the run has made. */
  async cleanUp(): Promise<void> {
    const left = () => this.end.leftForRemoval
    const run = this.#run({ isOver: () => left() <= 0, left })
    await this.things.cleanUp(new Scene(this, run))
    if (run.isCut) this.notes.add('The time was up before all that the run has made was removed.')
  }
}
