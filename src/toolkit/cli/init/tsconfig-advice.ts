import type { Tsconfig } from '../project/tsconfig.js'

/** @param why - Reason why this Node does not run TypeScript. */
export function nodeAdvice(why: string | undefined): string[] {
  const remedy = 'install a newer one, or leave noEmit out of tsconfig.json'
  return why === undefined ? [] : [`${why}: ${remedy}`]
}

const OLD_TARGET = /^es(3|5|6|2015|2016|2017|2018|2019|2020|2021)$/i

/** Changes to a tsconfig.json that generated code needs, one line each. */
export function adviceFor(
  { options }: Tsconfig,
  { isCommonJs, isNative, home }: { isCommonJs: boolean; isNative: boolean; home: string },
): string[] {
  const { types, verbatimModuleSyntax, target, lib, noEmit, rootDir } = options
  const advice: [applies: boolean, text: string][] = [
    [lacksNodeTypes(types), 'add "node" to types'],
    [
      ignoresExports(options),
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
  return advice.flatMap(([applies, text]) => (applies ? `tsconfig.json: ${text}` : []))
}

function lacksNodeTypes(types: unknown): boolean {
  return Array.isArray(types) && !types.includes('node') && !types.includes('*')
}

/** True if the compiler does not resolve the `exports` of packages. */
function ignoresExports({ module, moduleResolution }: Tsconfig['options']): boolean {
  if (moduleResolution !== undefined)
    return /^(node|node10|classic)$/i.test(String(moduleResolution))
  return /^(commonjs|amd|umd|system|es\d+|esnext)$/i.test(String(module))
}

const compilerOptions = {
  ...{ target: 'es2023', module: 'nodenext', types: ['node'], rootDir: '.', outDir: 'dist' },
  ...{ strict: true, skipLibCheck: true, allowJs: true, checkJs: false },
}

const LINES = JSON.stringify({ compilerOptions }, null, ' ')

/** A tsconfig.json, on one line, that compiles an app with the generated code. */
export const TSCONFIG = LINES.replace(/\n\s*/g, ' ')
