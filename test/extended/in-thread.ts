import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/** The data of the worker: the function that a module exports by this name, and its argument. */
interface Work {
  readonly module: string
  readonly name: string
  readonly argument: unknown
}

/**
 * Calls a function in a thread of its own, where the test runner does not follow each promise, and with which the
 * modules go that it loads.
 */
export async function inThread<Argument, Result>(
  module: URL,
  run: (argument: Argument) => Promise<Result>,
  argument: Argument,
): Promise<Result> {
  const work: Work = { module: module.href, name: run.name, argument }
  const [result] = await once(new Worker(new URL(import.meta.url), { workerData: work }), 'message')
  return result
}

if (!isMainThread) {
  const { module, name, argument } = workerData as Work
  parentPort?.postMessage(await (await import(module))[name](argument))
}
