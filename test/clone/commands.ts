import { TOOLKIT_PAGES } from '../helpers/readme.js'
import type { Clone } from './clone.js'

/** A documented command, by its name without arguments. */
export interface Command {
  /** `npm run start`, `npm ci`, `npx tsc`, `fastify-contract mock`, `curl`. */
  readonly name: string
  readonly where: string
}

/** The packages of the repository, and the commands that run their scripts. */
const PACKAGES = [
  { folder: '', suffix: '', pages: ['README.md', 'src/README.md'] },
  { folder: 'src/toolkit/', suffix: ' -w fastify-contract', pages: TOOLKIT_PAGES },
] as const

/** The commands of the READMEs and of the guide, in blocks of a shell and in lines, and the scripts of the packages. */
export async function commandsIn(clone: Clone): Promise<Command[]> {
  const found = PACKAGES.map(async ({ folder, suffix, pages }) => {
    const manifest = `${folder}package.json`
    const { scripts = {} } = JSON.parse(await clone.read(manifest))
    const told = pages.map(async (where) =>
      commandsOf(await clone.read(where)).map((name) => ({ name, where })),
    )
    return [
      ...(await Promise.all(told)).flat(),
      ...Object.keys(scripts).map((each) => ({
        name: `npm run ${each}${suffix}`,
        where: manifest,
      })),
    ]
  })
  return (await Promise.all(found)).flat()
}

export function commandsOf(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
  const lines = blocks.flatMap((block) => block.replaceAll('\\\n', '').trim().split('\n'))
  const inline = [...markdown.matchAll(/`((?:npm|npx|fastify-contract) [^`\n]+)`/g)]
  const commands = [...lines, ...inline.map(([, command = '']) => command)]
  return commands.flatMap((command) => command.split(' && ')).map(nameOf)
}

function nameOf(command: string): string {
  const [program = '', first = '', second = ''] = command
    .replace(/^npx (?=fastify-)/, '')
    .split(/\s+/)
  if (program === 'npm' && first === 'run') return `npm run ${second}`
  if (program === 'npm' && /^(start|test)$/.test(first)) return `npm run ${first}`
  return program === 'curl' ? program : `${program} ${first}`
}
