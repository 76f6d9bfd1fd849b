/** Settings of one node of three, on addresses of this machine. */

import path from 'node:path'

export interface NodePlace {
  readonly folder: string
  /** 0, 1 or 2. */
  readonly number: number
}

export const ADDRESSES = ['127.0.0.1', '127.0.0.2', '127.0.0.3'] as const

/** A port of its own, where a Cassandra of somebody else has the usual one. */
export const PORT = 19042

export function settingsOf({ folder, number }: NodePlace): string {
  const address = ADDRESSES[number]
  const token = -(2n ** 63n) + BigInt(number) * (2n ** 64n / 3n)
  return `
cluster_name: plants
num_tokens: 1
initial_token: ${token}
partitioner: org.apache.cassandra.dht.Murmur3Partitioner
endpoint_snitch: SimpleSnitch
seed_provider:
  - class_name: org.apache.cassandra.locator.SimpleSeedProvider
    parameters:
      - seeds: ${ADDRESSES[0]}:17000
auto_bootstrap: false
listen_address: ${address}
rpc_address: ${address}
storage_port: 17000
native_transport_port: ${PORT}
data_file_directories: [${path.join(folder, 'data')}]
commitlog_directory: ${path.join(folder, 'commitlog')}
hints_directory: ${path.join(folder, 'hints')}
saved_caches_directory: ${path.join(folder, 'caches')}
cdc_raw_directory: ${path.join(folder, 'cdc')}
commitlog_sync: group
commitlog_sync_group_window: 10ms
commitlog_segment_size: 32MiB
commitlog_total_space: 256MiB
memtable_heap_space: 64MiB
memtable_offheap_space: 64MiB
file_cache_enabled: false
auto_snapshot: false
concurrent_reads: 16
concurrent_writes: 16
native_transport_max_threads: 32
`
}

const OPENED = [
  ...['io', 'lang', 'lang.module', 'lang.reflect', 'net', 'nio', 'util', 'util.concurrent'],
].map((name) => `java.base/java.${name}`)

const INTERNAL = ['loader', 'math', 'misc', 'module', 'ref', 'reflect', 'util', 'util.jar', 'vm']

/** Modules of Java whose insides Cassandra uses. */
const MODULES = [
  ...OPENED,
  ...INTERNAL.map((name) => `java.base/jdk.internal.${name}`),
  'java.base/java.util.concurrent.atomic',
  'java.base/sun.nio.ch',
  'java.management.rmi/com.sun.jmx.remote.internal.rmi',
  'java.rmi/sun.rmi.registry',
  'java.rmi/sun.rmi.server',
  'java.rmi/sun.rmi.transport.tcp',
  'java.sql/java.sql',
  'jdk.management/com.sun.management.internal',
  'jdk.unsupported/sun.misc',
]

export function javaArguments({ folder }: NodePlace, programs: string): string[] {
  return [
    ...MODULES.flatMap((name) => ['--add-exports', `${name}=ALL-UNNAMED`]),
    ...MODULES.flatMap((name) => ['--add-opens', `${name}=ALL-UNNAMED`]),
    ...['-Xms512m', '-Xmx512m', '-Xss512k', '-XX:+UseSerialGC', '-XX:+ExitOnOutOfMemoryError'],
    ...['-XX:TieredStopAtLevel=1', '-Djdk.attach.allowAttachSelf=true'],
    '-Djava.security.manager=allow',
    `-Dcassandra.config=file://${path.join(folder, 'cassandra.yaml')}`,
    `-Dcassandra.storagedir=${folder}`,
    `-Dlogback.configurationFile=${path.join(folder, 'logback.xml')}`,
    '-Dcassandra-foreground=yes',
    '-Dcassandra.ring_delay_ms=1000',
    '-Dcassandra.skip_wait_for_gossip_to_settle=0',
    ...['-cp', `${programs}/*`, 'org.apache.cassandra.service.CassandraDaemon'],
  ]
}

export const LOGBACK = `<configuration>
  <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
    <encoder><pattern>%-5level %date{HH:mm:ss.SSS} %logger{0} %msg%n</pattern></encoder>
  </appender>
  <root level="INFO"><appender-ref ref="out" /></root>
</configuration>
`
