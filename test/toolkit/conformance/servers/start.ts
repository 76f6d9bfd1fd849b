import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { credentials as ofCatalog } from './catalog.js'
import { type AnyFault, faultNamed } from './faults.js'
import type { ContractName } from './kernel/document.js'
import { listen, serverOf } from './kernel/listen.js'
import type { Points } from './kernel/points.js'
import { credentials as ofPlants } from './plants.js'
import { pointsOf } from './points-of.js'
import { variantNamed } from './variants.js'

/** A server that listens. */
export interface Started {
  readonly url: string
  /** By names of security schemes; `reader` and `other` are further bearer tokens. */
  readonly credentials: Readonly<Record<string, string>>
  readonly fault: AnyFault | undefined
  close(): Promise<void>
}

/**
 * Starts a server of a contract on a free port of this machine: a correct one, or one with a fault.
 * One that blocks or ends what it runs in has a thread of its own.
 */
export async function startServer(contract: ContractName, name?: string): Promise<Started> {
  const fault = name === undefined ? undefined : faultNamed(contract, name)
  const server = await (fault?.isViolent
    ? inThread(contract, name)
    : running(pointsOf(contract, fault)))
  return { ...server, credentials: credentialsOf(contract), fault }
}

/** Starts a correct server of a contract that uses some freedom: the name of a variant. */
export async function startVariant(contract: ContractName, name: string): Promise<Started> {
  const points = pointsOf(contract)
  variantNamed(name).patch(points)
  return { ...(await running(points)), credentials: credentialsOf(contract), fault: undefined }
}

/** The credentials of a contract, as {@link Started} has them. */
export function credentialsOf(contract: ContractName): Record<string, string> {
  return contract === 'plants' ? ofPlants : ofCatalog
}

async function running(points: Points) {
  const server = serverOf(points)
  const url = await listen(server)
  return {
    url,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
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
