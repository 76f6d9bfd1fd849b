/** The programs of Cassandra, from Maven Central. */

import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { execute } from '#toolkit/cli/process/child.js'
import { CACHE, Unavailable } from '../packages.js'

const VERSION = '5.0.5'

const PROJECT = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>plants</groupId>
  <artifactId>cassandra</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.cassandra</groupId>
      <artifactId>cassandra-all</artifactId>
      <version>${VERSION}</version>
    </dependency>
  </dependencies>
</project>
`

/**
 * The folder with the JAR files of Cassandra, downloaded once.
 *
 * @throws {Unavailable} without Linux, whose addresses the nodes have, Java 17, Maven or Maven Central.
 */
export async function installCassandra(): Promise<string> {
  if (process.platform !== 'linux') throw new Unavailable('127.0.0.2 is no address of this machine')
  await checkJava()
  const folder = path.join(CACHE, `cassandra-${VERSION}`)
  if (existsSync(folder)) return folder
  const draft = `${folder}.draft`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true })
  await writeFile(path.join(draft, 'pom.xml'), PROJECT)
  const copy = ['dependency:copy-dependencies', '-DoutputDirectory=.', '-q', '-B', '-ntp']
  const { ok, why, stdout } = await execute('mvn', copy, { cwd: draft, timeout: 300_000 })
  if (!ok) throw new Unavailable(`mvn: ${/(?<=ERROR\] ).*/.exec(stdout)?.[0] ?? why}`)
  await rename(draft, folder)
  return folder
}

/** Cassandra 5 runs with Java 11 and 17, and not with a newer one; the options here are those of 17. */
async function checkJava(): Promise<void> {
  const { ok, why, stderr } = await execute('java', ['-version'], { timeout: 30_000 })
  const version = /version "(\d+)/.exec(stderr)?.[1] ?? why
  if (!ok || version !== '17') throw new Unavailable(`java: ${version}, and not 17`)
}
