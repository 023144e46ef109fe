import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldValues } from '@caseloom/playbook/source-mapping/expressions'
import type { Intake } from '@caseloom/playbook/source-mapping/intake-playbook'
import { type Leaf, leavesOf } from '@caseloom/playbook/source-mapping/leaves'
import type { Binding, MappingBasis } from '@caseloom/playbook/source-mapping/mapping'
import { proposeMapping } from '@caseloom/playbook/source-mapping/propose'
import { readSample, type Sample } from '@caseloom/playbook/source-mapping/sample'
import type { SourceEntry } from '@caseloom/playbook/source-mapping/source-entry'
import { SOURCES } from '@caseloom/playbook/source-mapping/sources'
import { type Target, targetsOf } from '@caseloom/playbook/source-mapping/targets'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import { playbookKey } from '../builder/model/keys.ts'
import { type Result, resultsQuery } from './connect.queries.ts'
import type { ConnectDraft } from './connect-draft.ts'
import type { DraftState } from './useConnectDraft.ts'

/** The sample beside the fields: what is proposed, or what someone made of it. */
export interface Mapping {
  sample: Sample
  basis: MappingBasis
  targets: readonly Target[]
  bindings: readonly Binding[]
  change: (bindings: readonly Binding[]) => void
  /** Forgets all changes. */
  propose: () => void
  /** Which of the events is shown. */
  at: number
  show: (at: number) => void
  leaves: readonly Leaf[]
  results: Record<string, Result>
  intake: (key: string, title: string) => Intake
}

/** The title of the playbook of a source. */
export const intakeTitle = (name: string) => `Intake: ${name}`

/** A stored text is read again: it was readable when it was accepted. */
const EMPTY: Sample = { format: 'json', events: [{}], list: null, payload: {} }

export function useMapping({ draft, change }: DraftState, app: AppView): Mapping {
  const entry = SOURCES.find(({ key }) => key === draft.source)
  const { sample, basis } = useBasis(draft, entry)
  const targets = useMemo(() => targetsOf(app), [app])
  const proposed = useMemo(() => proposeMapping(basis, targets), [basis, targets])
  const bindings = draft.bindings ?? proposed
  const [chosen, show] = useState(0)
  // Another sample can have fewer events.
  const at = Math.min(chosen, sample.events.length - 1)
  const event = sample.events[at] ?? basis.event
  const leaves = useMemo(() => leavesOf(event), [event])
  const prefix = draft.playbookKey ?? playbookKey(intakeTitle(draft.name.trim()))
  const values = useMemo(
    () => fieldValues(bindings, targets, { basis, root: 'item', prefix }),
    [bindings, targets, basis, prefix],
  )
  const { tenantId } = useTenantScope()
  const results = useQuery(resultsQuery(tenantId, values, event)).data ?? {}
  const mapped = { sample, basis, targets, bindings }
  return {
    ...mapped,
    at,
    show,
    leaves,
    results,
    change: (next) => change({ bindings: [...next] }),
    propose: () => change({ bindings: null }),
    intake: (key, title) => ({
      ...mapped,
      key,
      title,
      sourceName: draft.name,
      app: app.key,
      via: entry?.via ?? 'webhook',
      auth: draft.auth,
      header: draft.auth === entry?.auth ? entry.header : undefined,
    }),
  }
}

/** The sample, and what is known of its source. */
function useBasis({ text, name: typed }: ConnectDraft, entry: SourceEntry | undefined) {
  const { t } = useTranslation('sources')
  const sample = useMemo(() => {
    const read = readSample(text)
    return read.ok ? read.sample : EMPTY
  }, [text])
  const name = typed.trim()
  const isNamed = name !== '' && name !== t('map.unnamed')
  const basis = useMemo(
    (): MappingBasis => ({
      event: sample.events[0] ?? {},
      hints: entry?.hints ?? (isNamed ? { name } : {}),
      isSyslog: sample.format === 'syslog',
    }),
    [sample, entry, isNamed, name],
  )
  return { sample, basis }
}
