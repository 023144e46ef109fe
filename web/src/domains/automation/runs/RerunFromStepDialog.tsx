import { Button } from '@mantine/core'
import { IconPlayerTrackNext } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { formatCount } from '../../../ui/time.ts'
import { toast } from '../../../ui/toast.tsx'
import { refreshRuns, rerunFrom } from '../shared/automation.queries.ts'
import type { Run } from '../shared/run-summary.ts'
import classes from './Iteration.module.css'

interface FromHereProps {
  run: Run
  step: Run['steps'][number]
}

export function RerunFromStepDialog({ run, step }: FromHereProps) {
  const { t } = useTranslation('runs')
  const scope = useTenantScope()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  if (!run.can.rerun) return null
  return (
    <>
      <Button
        variant="subtle"
        className={classes.end}
        leftSection={<IconPlayerTrackNext size={14} stroke={1.7} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        {t('fromHere.act')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('fromHere.title', { number: formatCount(run.number), step: step.title })}
          text={t('fromHere.text')}
          confirm={t('fromHere.confirm')}
          run={() => rerunFrom(scope.tenantId, run.id, step.path)}
          onDone={(started) => {
            void refreshRuns(client, scope.tenantId)
            toast({ kind: 'success', title: t('fromHere.started', { number: formatCount(started.number) }) })
            setIsAsking(false)
            void navigate({ to: paths.run(scope, started.id) })
          }}
          onClose={() => setIsAsking(false)}
          describe={describeError}
        />
      )}
    </>
  )
}
