import type { LoopLimits } from '../causes/loop.rules.ts'
import type { Acceptance } from '../intake/delivery.store.ts'
import type { DeliveryLine } from '../intake/delivery-log.store.ts'
import type { TouchedRecord } from '../gate/touched.rules.ts'

/** Where a run comes from, besides its trigger. */
export interface Origin {
  /** The run whose doing it was, and the tenant's limits on loops. */
  cause?: { runId: string; limits: LoopLimits } | undefined
  /** The event, where it may start several runs side by side. */
  event?: string | undefined
  /** The run whose data the payload holds. */
  from?: string | undefined
}

/** A run to write, unless it would continue a loop. */
export interface EvaluatedRun extends Origin {
  kind: 'run'
  item: Acceptance
  about: readonly TouchedRecord[]
}

/** What is to be written of an occurrence. */
export type EvaluatedEvent = EvaluatedRun | { kind: 'line'; line: DeliveryLine }
