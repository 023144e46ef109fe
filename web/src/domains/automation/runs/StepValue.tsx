import type { ValueRef } from '@caseloom/contract/automation/automation'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { JsonView } from '../../../ui/JsonView.tsx'
import { StateCard } from '../../../ui/StateCard.tsx'
import { formatBytes } from '../../../ui/time.ts'
import classes from '../shared/Automation.module.css'
import { stepValueQuery, type ValuePlace } from '../shared/automation.queries.ts'

const LARGE = 1_000_000

interface StepValueProps {
  title: string
  place: ValuePlace
  /** `unknown` for values without a stored size. */
  known: z.infer<typeof ValueRef> | 'unknown'
  note?: string
}

export function StepValue({ title, place, known, note }: StepValueProps) {
  const { t } = useTranslation('automation')
  const [wanted, setWanted] = useState(false)
  const size = known === 'unknown' ? 0 : known.size
  if (wanted || (size !== null && size <= LARGE))
    return <ReadValue title={title} place={place} {...(note === undefined ? {} : { note })} />
  return (
    <Pane title={title}>
      <p className={classes.prose}>
        {size === null ? t('value.veryLarge') : t('value.large', { size: formatBytes(size) })}
      </p>
      <Button onClick={() => setWanted(true)}>{t('value.show')}</Button>
    </Pane>
  )
}

function ReadValue({ title, place, note }: { title: string; place: ValuePlace; note?: string }) {
  const { t } = useTranslation('automation')
  const { tenantId } = useTenantScope()
  const query = useQuery(stepValueQuery(tenantId, place))
  if (query.isError) {
    return (
      <Pane title={title}>
        <StateCard
          title={t('value.failed')}
          error={describeError(query.error)}
          onRetry={() => void query.refetch()}
        />
      </Pane>
    )
  }
  if (query.data === undefined) {
    return (
      <Pane title={title}>
        <div className={classes.waiting} aria-busy aria-label={t('value.loading')} role="status" />
      </Pane>
    )
  }
  const notes = [note, query.data.recomputed ? t('value.recomputed') : undefined].filter(
    (one) => one !== undefined,
  )
  return (
    <JsonView
      title={title}
      value={query.data.value}
      {...(notes.length === 0 ? {} : { note: notes.join(', ') })}
    />
  )
}

export function Pane({ title, children, below }: { title: string; children: ReactNode; below?: ReactNode }) {
  return (
    <section className={classes.pane} aria-label={title}>
      <h3 className={classes.paneTitle}>{title}</h3>
      <div className={classes.paneBody}>{children}</div>
      {below}
    </section>
  )
}
