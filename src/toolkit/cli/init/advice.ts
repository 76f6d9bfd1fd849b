import type { Tsconfig } from '../project/tsconfig.js'

/** What is known of how a project is compiled. */
interface Known {
  readonly isCommonJs: boolean
  /** Whether Node runs its TypeScript. */
  readonly isNative: boolean
  /** The folder that holds all that is compiled. */
  readonly home: string
}

const OLD_TARGET = /^es(3|5|6|2015|2016|2017|2018|2019|2020|2021)$/i

/** What a tsconfig.json has to say for generated code, and does not, a line each. */
export function adviceFor({ options }: Tsconfig, { isCommonJs, isNative, home }: Known): string[] {
  const { types, verbatimModuleSyntax, target, lib, noEmit, rootDir } = options
  const advice: [isSo: boolean, text: string][] = [
    [lacksNode(types), 'add "node" to types'],
    [
      findsNoSubpaths(options),
      'set "module": "nodenext" and leave moduleResolution out; fastify-contract/codegen is not found otherwise',
    ],
    [
      isCommonJs && verbatimModuleSyntax === true,
      'set "verbatimModuleSyntax": false; files of CommonJS cannot be written with import otherwise',
    ],
    [lib === undefined && OLD_TARGET.test(String(target)), 'set "target": "es2023"'],
    [
      noEmit === true && !isNative,
      'leave noEmit out, and set "outDir": "dist"; Node runs what is compiled',
    ],
    [
      home !== '.' && rootDir === undefined && noEmit !== true,
      `set "rootDir": "${home}"; newer compilers do not guess it`,
    ],
  ]
  return advice.flatMap(([isSo, text]) => (isSo ? `tsconfig.json: ${text}` : []))
}

function lacksNode(types: unknown): boolean {
  return Array.isArray(types) && !types.includes('node') && !types.includes('*')
}

/** Whether `exports` of packages are not looked at. */
function findsNoSubpaths({ module, moduleResolution }: Tsconfig['options']): boolean {
  if (moduleResolution !== undefined)
    return /^(node|node10|classic)$/i.test(String(moduleResolution))
  return /^(commonjs|amd|umd|system|es\d+|esnext)$/i.test(String(module))
}
