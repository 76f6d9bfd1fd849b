import process from 'node:process'
import { FEATURES } from '../generator/diagnostics/diagnostics.js'
import { alternatives } from '../shared/spelling.js'
import type { Command } from './arguments/command.js'
import { CONFIG_OPTIONS } from './config/configured.js'
import {
  CHECK_OPTIONS,
  CLIENT_OPTIONS,
  DEV_OPTIONS,
  DIFF_OPTIONS,
  INIT_OPTIONS,
  MOCK_OPTIONS,
  readCheckOptions,
  readDevOptions,
} from './options/command-options.js'
import { CONFORM_OPTIONS } from './options/conform-options.js'
import { generateArguments, readGenerateOptions } from './options/generate-arguments.js'
import { GENERATE_OPTIONS } from './options/generate-options.js'
import { needsProcess, runInOwnProcess, stopSignal } from './process/own-process.js'

const IGNORED = `A FEATURE is named by the problem that it would solve: ${alternatives(FEATURES)}.`

/** The commands in the order of a project's life. Each is loaded when it runs. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'init',
    summary: 'Make a service, or add a contract to an app.',
    about:
      'Makes a service in an empty folder, or adds a contract to an existing Fastify app: document, generated code, handlers, app, a test and npm scripts. Nothing is overwritten.',
    options: INIT_OPTIONS,
    examples: [
      [[], 'From a document to start from.'],
      [['--spec', 'api.yaml', '--dir', 'api'], 'From a document that you have, in another folder.'],
    ],
    run: async (args) => (await import('./init/command.js')).main(args),
  },
  {
    name: 'generate',
    summary: 'Generate types, validators, serializers and routes.',
    about:
      'Generates types, validators, serializers and routes from an OpenAPI document (3.0, 3.1, 3.2 or Swagger 2.0).',
    options: { ...GENERATE_OPTIONS, ...CONFIG_OPTIONS },
    contracts: 'each',
    examples: [
      [[], 'From spec/openapi.yaml into generated/.'],
      [['--spec', 'api.json', '--out', 'src/api'], 'From another document into another folder.'],
      [['--stubs', '--watch'], 'With handlers to start from, and again on changes.'],
    ],
    notes: [
      IGNORED,
      'Exit code: 0 when all is generated, or with --check fresh, or --watch was ended; otherwise 1.',
    ],
    async run(args) {
      if (needsProcess(readGenerateOptions(args).spec))
        return runInOwnProcess(['generate', '--config=none', ...args])
      const { main } = await import('./generate/run.js')
      // The command `dev` listens to the channel.
      return main(args, () => ({ signal: stopSignal(), ran: (code) => process.send?.({ code }) }))
    },
  },
  {
    name: 'check',
    summary: 'Check that the generated code is up to date.',
    about: 'Checks that the generated code is what the document generates, and writes nothing.',
    options: { ...CHECK_OPTIONS, ...CONFIG_OPTIONS },
    contracts: 'each',
    examples: [
      [[], 'Before a commit, or in CI.'],
      [['--strict'], 'Warnings of the document count, too.'],
      [['--types'], 'And the types of the code, where CI would run tsc.'],
    ],
    notes: [
      IGNORED,
      'Exit code: 0 when all is fresh; 1 when something is stale, missing or wrong.',
    ],
    async run(args, all) {
      const { types, ...options } = readCheckOptions(args)
      const code = needsProcess(options.spec)
        ? await runInOwnProcess(['check', '--config=none', ...generateArguments(options)])
        : await (await import('./generate/run.js')).check(args)
      // The project is one, whatever contracts it has.
      if (!types || args !== all.at(-1)) return code
      const { checkTypes } = await import('./dev/compiled-project.js')
      return Math.max(code, await checkTypes(process.cwd()))
    },
  },
  {
    name: 'dev',
    summary: 'Generate, compile and start again on every change.',
    about:
      'Generates when the document changes, compiles when code does, and starts the server again when what was compiled is new and the document has no problems.',
    options: { ...DEV_OPTIONS, ...CONFIG_OPTIONS },
    contracts: 'all',
    examples: [
      [[], 'Runs what the script `start` of package.json runs, or its `main`.'],
      [['--entry', 'dist/server.js'], 'Runs another compiled file.'],
      [['--spec', 'api.yaml', '--out', 'src/api'], 'With the options of generate.'],
    ],
    notes: [
      'It compiles with the TypeScript of your project, by its tsconfig.json, until Ctrl-C.',
      'With --stubs an operation that is new in the document gets a handler to start from; without, the compiler says that it is missing.',
    ],
    async run(_args, all) {
      const { dev } = await import('./dev/dev.js')
      return dev(process.cwd(), all.map(readDevOptions), stopSignal())
    },
  },
  {
    name: 'mock',
    summary: 'Serve a document before anything is implemented.',
    about:
      'Serves any document at once: requests are checked, and answered with the examples of the document, or else with values that the schemas accept.',
    options: { ...MOCK_OPTIONS, ...CONFIG_OPTIONS },
    contracts: 'one',
    examples: [
      [[], 'spec/openapi.yaml on http://127.0.0.1:4010.'],
      [['--spec', 'api.yaml', '--port', '8080'], 'Another document elsewhere.'],
    ],
    notes: [IGNORED],
    run: async (args) => (await import('./mock/command.js')).main(args, stopSignal()),
  },
  {
    name: 'conform',
    summary: 'Prove that a server keeps its contract.',
    about:
      'Tests a server in any language against an OpenAPI document: documented and drawn requests, invalid ones, credentials, and what is behind them. A violation is repeated before it is reported.',
    options: { ...CONFORM_OPTIONS, ...CONFIG_OPTIONS },
    contracts: 'one',
    examples: [
      [
        ['--url', 'http://127.0.0.1:3000', '--token', 'TOKEN'],
        'A server that runs here, by spec/openapi.yaml.',
      ],
      [
        ['--har', 'traffic.har', '--report', 'html', '--output', 'a.html'],
        'Recorded traffic, without sending anything, with a page to read.',
      ],
    ],
    notes: [
      'It creates, changes and deletes what the document lets it: use a server for tests.',
      'Ctrl-C ends the run with a report of what was found until then.',
      'Exit code: 0 when nothing was found; 1 for violations; 2 when it could not test.',
    ],
    failure: 2,
    run: async (args) => (await import('./conform/command.js')).main(args),
  },
  {
    name: 'diff',
    summary: 'Say which changes of a document break which clients.',
    usage: '[OLD NEW] [OPTION]...',
    about:
      'Compares two OpenAPI documents, or one with what git has of it. A change is breaking where a request or a response shows it, which the report has; where it is proved that nobody breaks, nothing is said.',
    options: { ...DIFF_OPTIONS, ...CONFIG_OPTIONS },
    contracts: 'named',
    examples: [
      [
        ['old.yaml', 'spec/openapi.yaml'],
        'What the document changes for those who have the old one.',
      ],
      [
        ['old.yaml', 'new.yaml', '--format', 'markdown', '--output', 'diff.md'],
        'For a comment of CI.',
      ],
      [['--since', 'main'], 'What spec/openapi.yaml changes for those who have that of main.'],
    ],
    notes: [
      IGNORED,
      'Exit code: 0 when nothing is breaking; 1 for breaking changes; 2 when it could not compare.',
    ],
    failure: 2,
    run: async (args) => (await import('./diff/command.js')).main(args),
  },
  {
    name: 'client',
    summary: 'Make a client with OpenAPI Generator.',
    usage: 'GENERATOR [OPTION]... [-- OPTION...]',
    about:
      'Makes a client with OpenAPI Generator, which needs Java 11 or newer and the package @openapitools/openapi-generator-cli in your project. Arguments after -- are passed to it.',
    options: { ...CLIENT_OPTIONS, ...CONFIG_OPTIONS },
    contracts: 'one',
    examples: [
      [['typescript-fetch'], 'Into data/clients/typescript-fetch.'],
      [
        ['python', '--out', 'client', '--', '--package-name', 'plants'],
        'Elsewhere, with an option of the generator.',
      ],
    ],
    notes: ['Generators: https://openapi-generator.tech/docs/generators'],
    run: async (args) => (await import('./client/command.js')).main(args),
  },
]
