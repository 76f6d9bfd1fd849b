import type { TestedContract } from '../conformance/document/contract.js'
import type { Change } from './change.js'
import type { ComparedDocument } from './compared-document.js'

/** The addresses that a document names for its service. */
function serversOf({ document }: TestedContract): readonly string[] {
  const { servers, host, schemes = ['https'] } = Object(document)
  if (typeof host === 'string') return [schemes].flat().map((scheme) => `${scheme}://${host}`)
  return [servers ?? []].flat().map(({ url }) => String(url))
}

/** Changes of where the service is. */
export function serverChanges(
  one: ComparedDocument,
  other: ComparedDocument,
  isMoved: boolean,
): Change[] {
  const [before, after] = [serversOf(one.contract), serversOf(other.contract)]
  const at = ({ contract }: ComparedDocument) => {
    return contract.model.openapi === '2.0' ? '#/host' : '#/servers'
  }
  const shared = {
    operations: [],
    part: '',
    old: one.place(at(one)),
    new: other.place(at(other)),
  }
  const { basePath: from } = one.contract.model
  const { basePath: to } = other.contract.model
  const moved: Change = {
    rule: 'base-path-changed',
    severity: 'breaking',
    who: 'clients that call any operation',
    text: `the base path is ${to || '/'}, no longer ${from || '/'}`,
    witness: { value: { request: from || '/' } },
    ...shared,
  }
  const gone = before.filter((url) => !after.includes(url))
  return [
    ...(isMoved ? [moved] : []),
    ...(isMoved ? [] : gone).map((url): Change => {
      const who = 'clients that call it there'
      const text = `the server ${url} is removed`
      return { rule: 'server-removed', severity: 'notice', who, text, ...shared }
    }),
  ]
}
