import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Program, parse } from 'acorn'
import { ROOT } from './tsc.js'

/** TypeScript files of a folder, relative to the root, without compiled files and templates. */
export function sourcesOf(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/(^|\/)(dist|node_modules|templates)\//.test(name))
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
}

const programs = new Map<string, Program>()

/** The compiled code of a source: without types, so that its imports are the imports of values. */
function compiled(source: string): Program {
  const program = programs.get(source) ?? parsed(source)
  programs.set(source, program)
  return program
}

function parsed(source: string): Program {
  const file = source.startsWith('src/toolkit/')
    ? source.replace('src/toolkit/', 'src/toolkit/dist/')
    : path.join('dist', source)
  const text = readFileSync(path.join(ROOT, file.replace(/\.ts$/, '.js')), 'utf8')
  return parse(text, { ecmaVersion: 'latest', sourceType: 'module' })
}

/** Files of the project whose values a source imports when it is loaded. */
export function valueImports(source: string): string[] {
  return compiled(source).body.flatMap((statement) => {
    const from = 'source' in statement ? statement.source?.value : undefined
    if (typeof from !== 'string' || !from.startsWith('.')) return []
    return path.posix.join(path.posix.dirname(source), from).replace(/\.js$/, '.ts')
  })
}

/** Names of the interfaces, type aliases, classes and enums that a source declares. */
export function declaredTypes(source: string): string[] {
  const text = readFileSync(path.join(ROOT, source), 'utf8')
  const emitted = stringsOf(compiled(source)).join('\n')
  const declaration =
    /^ *(?:export )?(?:abstract )?(?:interface|class|enum|type) (\w+)(?=<| =| \{| extends| implements).*$/gm
  return [...text.matchAll(declaration)].flatMap(([line, name = '']) =>
    // Emitted code is a string here.
    emitted.includes(line) ? [] : name,
  )
}

function stringsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(stringsOf)
  if (typeof node !== 'object' || node === null) return []
  if ('type' in node && node.type === 'TemplateElement' && 'value' in node)
    return [String((node.value as { cooked?: string }).cooked)]
  if ('type' in node && node.type === 'Literal' && 'value' in node) return [String(node.value)]
  return Object.values(node).flatMap(stringsOf)
}

/** Circles in a graph: groups of nodes that reach each other. */
export function circlesIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reachable = (from: string): Set<string> => {
    const reached = new Set(graph.get(from))
    for (const node of reached) for (const next of graph.get(node) ?? []) reached.add(next)
    return reached
  }
  const reach = new Map([...graph.keys()].map((node) => [node, reachable(node)]))
  const circles = [...graph.keys()].map((node) =>
    [...(reach.get(node) ?? [])].filter((other) => reach.get(other)?.has(node)).sort(),
  )
  return [...new Map(circles.filter(({ length }) => length > 0).map((each) => [`${each}`, each]))]
    .map(([, each]) => each)
    .sort()
}
