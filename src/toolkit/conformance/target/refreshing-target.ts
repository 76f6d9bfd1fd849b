import type { HeaderLine, RawRequest, SentRequest } from '../exchange/request.js'
import { isResponse, type Outcome } from '../exchange/response.js'
import type { FetchedSecret } from '../requests/secret-source.js'
import type { TestTarget } from './test-target.js'

/** A secret of the run, and the one that stands for it now. */
class CurrentSecret {
  readonly #source: FetchedSecret
  #now: string
  /** True if the server has taken the one of now: a refusal then means that it is good no more. */
  #wasTaken = false
  #renewal: Promise<void> | undefined

  constructor(source: FetchedSecret) {
    this.#source = source
    this.#now = source.secret
  }

  get now(): string {
    return this.#now
  }

  noteTaken(): void {
    this.#wasTaken = true
  }

  /** Fetches another one in place of that which was refused; false if there is none. */
  async renew(refused: string): Promise<boolean> {
    if (this.#now === refused && this.#wasTaken) {
      // Several requests are refused at once.
      this.#renewal ??= this.#fetch()
      await this.#renewal
    }
    return this.#now !== refused
  }

  async #fetch(): Promise<void> {
    this.#now = await this.#source.fetch()
    this.#wasTaken = false
    this.#renewal = undefined
  }

  /** True if a request has exactly this secret: those that are wrong on purpose have more or less. */
  isIn({ target, headers }: SentRequest): boolean {
    const [plain, inQuery, coded] = formsOf(this.#source.secret)
    const whole = [plain, `Bearer ${plain}`, `Basic ${coded}`]
    const isWhole = (value: string) => whole.includes(value) || value.endsWith(`=${inQuery}`)
    return headers.some(([, value]) => isWhole(value)) || target.endsWith(`=${inQuery}`)
  }

  sent(text: string): string {
    return exchanged(text, this.#source.secret, this.#now)
  }

  /** A text of the server, as the run knows it. */
  received(text: string): string {
    return exchanged(text, this.#now, this.#source.secret)
  }
}

/** A secret as it stands in headers, in a query and in Basic. */
function formsOf(secret: string): readonly [string, string, string] {
  return [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]
}

function exchanged(text: string, from: string, to: string): string {
  if (from === to) return text
  const others = formsOf(to)
  return formsOf(from).reduce(
    (each, form, at) => each.replaceAll(form, () => others[at] as string),
    text,
  )
}

/**
 * A server whose credentials run out: where one is refused that was taken before, another one is fetched, and the
 * request is sent again. All else of a run knows the first secret only.
 */
export class RefreshingTarget implements TestTarget {
  readonly #target: TestTarget
  readonly #secrets: readonly CurrentSecret[]

  constructor(target: TestTarget, secrets: readonly FetchedSecret[]) {
    this.#target = target
    this.#secrets = secrets.map((each) => new CurrentSecret(each))
  }

  get baseUrl(): string {
    return this.#target.baseUrl
  }

  get host(): string {
    return this.#target.host
  }

  get basePath(): string {
    return this.#target.basePath
  }

  get isWhole(): boolean {
    return this.#target.isWhole
  }

  async send(request: SentRequest, time: number): Promise<Outcome> {
    const own = this.#secrets
      .filter((each) => each.isIn(request))
      .map((each) => ({ each, used: each.now }))
    const outcome = await this.#target.send(this.#asSent(request), time)
    if (!isResponse(outcome) || outcome.status !== 401) {
      for (const { each } of own) each.noteTaken()
      return this.#asReceived(outcome)
    }
    const renewed = await Promise.all(own.map(({ each, used }) => each.renew(used)))
    if (!renewed.includes(true)) return this.#asReceived(outcome)
    return this.#asReceived(await this.#target.send(this.#asSent(request), time))
  }

  async sendRaw(request: RawRequest, time: number): Promise<Outcome> {
    const bytes = Buffer.from(this.#sent(request.bytes.toString('latin1')), 'latin1')
    return this.#asReceived(await this.#target.sendRaw({ ...request, bytes }, time))
  }

  takesConnections(time: number): Promise<boolean> {
    return this.#target.takesConnections(time)
  }

  close(): Promise<void> {
    return this.#target.close()
  }

  #sent(text: string): string {
    return this.#secrets.reduce((each, secret) => secret.sent(each), text)
  }

  #asSent({ target, headers, ...rest }: SentRequest): SentRequest {
    const lines = headers.map(([name, value]): HeaderLine => [name, this.#sent(value)])
    return { ...rest, target: this.#sent(target), headers: lines }
  }

  #asReceived(outcome: Outcome): Outcome {
    if (!isResponse(outcome)) return outcome
    const known = (text: string) =>
      this.#secrets.reduce((each, secret) => secret.received(each), text)
    const headers = outcome.headers.map(([name, value]): HeaderLine => [name, known(value)])
    const text = outcome.body.toString('latin1')
    const changed = known(text)
    return changed === text
      ? { ...outcome, headers }
      : { ...outcome, headers, body: Buffer.from(changed, 'latin1') }
  }
}
