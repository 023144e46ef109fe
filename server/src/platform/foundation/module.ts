import type { Http } from '../http/types.ts'
import type { ExportBytes, ExportFile, TenantExporter, TenantPurger } from '../database/tenant-purge.ts'

/** Something that works in the background until it is stopped. */
export interface Background {
  stop(): unknown
}

/** Housekeeping of a worker process; what fails is logged under the name and done the next time. */
export interface Chore {
  /** Names the task in the log: `failed to …`. */
  task: string
  run(): Promise<unknown>
}

/** What a domain registers with the processes of the product, besides its door. Absent: it has none of it. */
export interface DomainModule {
  /** Binds its routes in a web process; their code is loaded then. */
  routes?(http: Http): Promise<void>
  /** Starts its background work in a worker process; its code is loaded then. */
  work?(): Promise<readonly Background[]>
  /** At the start of a worker process and once a day, in this order. */
  daily?: readonly Chore[]
  /** At the start of a worker process and once an hour. */
  hourly?: readonly Chore[]
  /** What it removes of a tenant that is deleted permanently. */
  purge?: readonly TenantPurger[]
  /** What it gives to the export of a tenant. */
  exports?: readonly TenantExporter<ExportFile | ExportBytes>[]
}
