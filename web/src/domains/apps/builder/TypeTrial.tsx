import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { Anchor, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { type Trial, trialsOf } from './type-trial.ts'
import classes from './Panels.module.css'

interface TypeTrialProps {
  field: FieldInput
  appId: string
  /** What happens to values that don’t fit: the change is refused, they are cleared, or a removed value is in use. */
  faults: 'refuse' | 'empty' | 'dropped'
  /** Adds values that match no option; null where the type has no options. */
  onOptions: ((labels: readonly string[]) => void) | null
}

/** Reports which values couldn't be converted; changes nothing. */
export function TypeTrial({ field, appId, faults, onOptions }: TypeTrialProps) {
  const { t } = useTranslation('apps')
  const { tenantId } = useTenantScope()
  const [trial, setTrial] = useState<Trial | null>(null)
  const ending = useRef(new AbortController())
  useEffect(() => {
    const mine = new AbortController()
    ending.current = mine
    return () => mine.abort()
  }, [])
  const run = useMutation({
    mutationFn: async () => {
      for await (const next of trialsOf({ tenantId, appId, field, signal: ending.current.signal }))
        setTrial(next)
    },
  })
  const failure = run.isError ? describeError(run.error) : null
  return (
    <>
      <Button loading={run.isPending} onClick={() => run.mutate()}>
        {t('typeChange.try')}
      </Button>
      <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
      {trial !== null && (
        <div role="status">
          <Outcome trial={trial} faults={faults} />
        </div>
      )}
      {trial !== null && trial.examples.length > 0 && (
        <Examples
          appId={appId}
          trial={trial}
          label={t(faults === 'dropped' ? 'options.dropped.records' : 'typeChange.misfits')}
        />
      )}
      {trial !== null && trial.examples.length > 0 && onOptions !== null && (
        <Button variant="subtle" onClick={() => onOptions(trial.examples.map(({ value }) => value))}>
          {t('typeChange.addOptions')}
        </Button>
      )}
    </>
  )
}

function Outcome({ trial, faults }: Pick<TypeTrialProps, 'faults'> & { trial: Trial }) {
  const { t } = useTranslation('apps')
  const { fails: count } = trial
  if (faults === 'dropped')
    return (
      <p className={classes.trialLine}>
        {count > 0 ? t('options.dropped.used', { count }) : t('options.dropped.none')}
      </p>
    )
  return (
    <>
      <p className={classes.trialLine}>
        {t('typeChange.fits', { fits: trial.converts, count: trial.examined })}
      </p>
      {count > 0 && (
        <p className={classes.trialLine}>
          {t(faults === 'empty' ? 'typeChange.lost' : 'typeChange.refuses', { count })}
        </p>
      )}
    </>
  )
}

function Examples({ appId, trial, label }: { appId: string; trial: Trial; label: string }) {
  const scope = useTenantScope()
  return (
    <ul className={classes.trialFaults} aria-label={label}>
      {trial.examples.map(({ recordId, trackingId, value, reason }) => (
        <li key={recordId}>
          <Anchor component={Link} to={paths.record(scope, appId, recordId)} target="_blank">
            {trackingId}
          </Anchor>{' '}
          <code>{value}</code>
          <span className={classes.quiet}>{reason}</span>
        </li>
      ))}
    </ul>
  )
}
