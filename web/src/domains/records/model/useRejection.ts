import type { AppView } from '@caseloom/contract/apps/apps'
import { RecordConflict, type RecordView } from '@caseloom/contract/records/records'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { fieldFaults, hasCode } from '../../../data/api-error.ts'
import { describeError, type ErrorText } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'

type Conflicts = z.infer<typeof RecordConflict>[]

interface RejectionOptions {
  tenantId: string
  app: AppView
  record: RecordView
}

export interface Failure extends ErrorText {
  /** The server wasn't reached, or can't answer now: the same can be sent again. */
  isAway: boolean
}

export interface Rejection {
  failure: Failure | null
  conflicts: Conflicts
  closeConflicts: () => void
  forget: () => void
  fail: (text: string) => void
  take: (error: unknown) => Taken
}

interface Taken {
  faults: Record<string, string>
  isAway: boolean
  /** Only fields were rejected. */
  isPartial: boolean
}

/** Why changes of a record weren't saved: faults of fields, conflicts with others' changes, or a failure of the whole. */
export function useRejection({ tenantId, app, record }: RejectionOptions): Rejection {
  const client = useQueryClient()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [conflicts, setConflicts] = useState<Conflicts>([])
  const take = (error: unknown): Taken => {
    if (hasCode(error, 'resource.version_conflict')) {
      const parsed = z.array(RecordConflict).safeParse(error.problem?.['conflicts'])
      setConflicts(parsed.success ? parsed.data : [])
      // The current state is needed for the version to save upon.
      void client.refetchQueries({ queryKey: keys.one(tenantId, 'records', record.id), exact: true })
      return { faults: {}, isAway: false, isPartial: false }
    }
    const { '': rest, ...faults } = fieldFaults(
      error,
      app.fields.map((field) => field.key),
      ['fields'],
    )
    const isAway = hasCode(error, 'client.offline', 'client.timeout', 'dependency.unavailable')
    const isPartial = rest === undefined && Object.keys(faults).length > 0
    if (!isPartial) setFailure({ ...describeError(error), isAway })
    return { faults, isAway, isPartial }
  }
  return {
    failure,
    conflicts,
    closeConflicts: () => setConflicts([]),
    forget: () => setFailure(null),
    fail: (text) => setFailure({ text, isAway: false }),
    take,
  }
}
