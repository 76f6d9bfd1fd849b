import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { makeCatalog, credentials as ofCatalog } from './catalog.js'
import { faultNamed } from './faults.js'
import type { ContractName } from './kernel/document.js'
import { listen, serverOf } from './kernel/listen.js'
import type { Points } from './kernel/points.js'
import { makePlants, credentials as ofPlants } from './plants.js'
import { variantNamed } from './variants.js'

export interface Started {
  readonly url: string
  /** By names of security schemes; `reader` and `other` are further bearer tokens. */
  readonly credentials: Readonly<Record<string, string>>
  close(): Promise<void>
}

/**
 * Starts a server of a contract on a free port of this machine: a correct one, or one with a fault.
 * One that blocks or ends what it runs in has a thread of its own.
 */
export async function startServer(contract: ContractName, name?: string): Promise<Started> {
  const fault = name === undefined ? undefined : faultNamed(contract, name)
  if (!fault?.isViolent) return startPatched(contract, fault?.patch)
  return { ...(await inThread(contract, name)), credentials: credentialsOf(contract) }
}

/** Starts a correct server of a contract that uses some freedom: the name of a variant. */
export function startVariant(contract: ContractName, name: string): Promise<Started> {
  return startPatched(contract, variantNamed(name))
}

/** Starts a server of a contract with other parts in the place of some. */
export async function startPatched<P extends Points>(
  contract: ContractName,
  patch: (points: P) => void = () => {},
): Promise<Started> {
  const points: Points = contract === 'plants' ? makePlants() : makeCatalog()
  patch(points as P)
  const server = serverOf(points)
  return {
    url: await listen(server),
    credentials: credentialsOf(contract),
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The credentials of a contract, as {@link Started} has them. */
export function credentialsOf(contract: ContractName): Record<string, string> {
  return contract === 'plants' ? ofPlants : ofCatalog
}

/** The credentials of a server as the kit takes them: the catalog has some that may do less, or are another user's. */
export function securityOf({ credentials }: Pick<Started, 'credentials'>) {
  const { reader, other, bearerAuth, ...rest } = credentials
  const bearers = [
    { token: bearerAuth, user: 'first' },
    { token: reader, scopes: ['books:read'], user: 'first' },
    { token: other, user: 'second' },
  ]
  const given = bearers.flatMap(({ token, ...more }) => (token ? [{ token, ...more }] : []))
  return { ...rest, bearerAuth: given }
}

async function inThread(contract: ContractName, name: string | undefined) {
  const file = new URL('worker.js', import.meta.url)
  const worker = new Worker(file, { workerData: { contract, name }, stderr: true })
  // The fault is that it ends.
  worker.on('error', () => {})
  const [url]: string[] = await once(worker, 'message')
  return {
    url: url as string,
    async close() {
      await worker.terminate()
    },
  }
}
