import process from 'node:process'
import { stopped } from './stopped.js'

/** The commands by name; each loads what it needs when it runs. */
const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  async init(args) {
    const { main } = await import('./init/command.js')
    return main(args)
  },
  async generate(args) {
    const { main } = await import('./generate/command.js')
    // `dev` listens.
    return main(args, { stopped, ran: (code) => process.send?.({ code }) })
  },
  async dev() {
    const { dev } = await import('./dev/dev.js')
    await dev(process.cwd(), stopped())
    return 0
  },
  async mock(args) {
    const { main } = await import('./mock/command.js')
    return main(args, stopped())
  },
  async client(args) {
    const { main } = await import('./client/command.js')
    return main(args)
  },
}

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
if (command === undefined) {
  console.error(`${name}: is no command; there is ${Object.keys(COMMANDS).join(', ')}`)
  process.exitCode = 1
} else {
  process.exitCode = await command(args)
}
