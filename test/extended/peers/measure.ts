import type { Results } from './results.js'
import type { Subject } from './subjects.js'
import type { Tester } from './tester.js'

/** Lets testers test servers, one after the other, so that each has the machine to itself; each gets a server of its own. */
export async function measure(
  testers: readonly Tester[],
  subjects: readonly Subject[],
  results: Results,
): Promise<void> {
  for (const subject of subjects) {
    for (const tester of testers) {
      if (results.of(tester, subject) === undefined) await test(tester, subject, results)
    }
  }
}

async function test(tester: Tester, subject: Subject, results: Results): Promise<void> {
  const server = await subject.start()
  try {
    await results.add(tester, subject, await tester.test(subject.contract, server, subject.seed))
  } finally {
    await server.close()
  }
}
