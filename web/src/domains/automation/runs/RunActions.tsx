import type { RerunVersion } from '@caseloom/contract/automation/run-control'
import type { Statement } from '@caseloom/contract/kernel/statements'
import { Button } from '@mantine/core'
import { IconDownload, IconPlayerStop, IconRepeat } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { openStatement } from '../../../data/open-statement.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { StatementText } from '../../../ui/statement/StatementText.tsx'
import { formatCount } from '../../../ui/time.ts'
import { toast } from '../../../ui/toast.tsx'
import { cancel, refreshRuns, rerun, runQuery, saveEvidence } from '../shared/automation.queries.ts'
import { RepeatedEffects } from './RepeatedEffects.tsx'
import { RerunVersionChoice } from './RerunVersionChoice.tsx'
import { type Hindrance, hindrances } from './run-control.ts'
import classes from './RunActions.module.css'
import type { Run } from '../shared/run-summary.ts'

type Act = 'cancel' | 'rerun'

export function RunActions({ run }: { run: Run }) {
  const { t } = useTranslation('automation')
  const scope = useTenantScope()
  const [act, setAct] = useState<Act | null>(null)
  const hindered = hindrances(run)
  const evidence = useMutation({
    mutationFn: () => saveEvidence(scope.tenantId, run),
    onError: (error) =>
      toast({ kind: 'error', title: t('control.evidenceFailed'), text: describeError(error).text }),
  })
  return (
    <div className={classes.actions}>
      <ActButton
        glyph={<IconPlayerStop size={16} stroke={1.6} aria-hidden />}
        hindrance={hindered.cancel}
        onAct={() => setAct('cancel')}
      >
        {t('control.cancel')}
      </ActButton>
      <ActButton
        glyph={<IconRepeat size={16} stroke={1.6} aria-hidden />}
        hindrance={hindered.rerun}
        onAct={() => setAct('rerun')}
      >
        {t('control.rerun')}
      </ActButton>
      <ActButton
        glyph={<IconDownload size={16} stroke={1.6} aria-hidden />}
        hindrance={hindered.evidence}
        loading={evidence.isPending}
        onAct={() => evidence.mutate()}
      >
        {t('control.evidence')}
      </ActButton>
      {act === 'cancel' && <CancelDialog run={run} onClose={() => setAct(null)} />}
      {act === 'rerun' && <RerunDialog run={run} onClose={() => setAct(null)} />}
    </div>
  )
}

interface ActButtonProps {
  glyph: ReactNode
  hindrance: Hindrance | null
  loading?: boolean
  onAct: () => void
  children: ReactNode
}

/** Disabled with `aria-disabled`, so that the keyboard still reaches the reason. */
function ActButton({ glyph, hindrance, loading = false, onAct, children }: ActButtonProps) {
  const { t } = useTranslation('automation')
  return (
    <Button
      leftSection={glyph}
      loading={loading}
      onClick={() => {
        if (hindrance === null) onAct()
      }}
      {...(hindrance === null
        ? {}
        : { 'aria-disabled': true, 'data-disabled': true, title: t(`control.${hindrance}`) })}
    >
      {children}
    </Button>
  )
}

interface DialogProps {
  run: Run
  onClose: () => void
}

function CancelDialog({ run, onClose }: DialogProps) {
  const { t } = useTranslation('automation')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  return (
    <ConfirmDialog
      title={t('control.cancelTitle', { number: formatCount(run.number) })}
      text={t('control.cancelText')}
      confirm={t('control.cancel')}
      dismiss={t('control.keep')}
      danger
      run={() => cancel(tenantId, run.id)}
      onDone={(asked) => {
        client.setQueryData(runQuery(tenantId, run.id, false).queryKey, asked)
        void refreshRuns(client, tenantId)
        onClose()
      }}
      onClose={() => {
        // The run may have ended while the dialog was open.
        void client.invalidateQueries({ queryKey: runQuery(tenantId, run.id, false).queryKey })
        onClose()
      }}
      describe={describeError}
    />
  )
}

function RerunDialog({ run, onClose }: DialogProps) {
  const { t } = useTranslation('automation')
  const scope = useTenantScope()
  const client = useQueryClient()
  const navigate = useNavigate()
  // After a failure the playbook has probably been fixed.
  const [version, setVersion] = useState<RerunVersion>(run.state === 'failed' ? 'current' : 'same')
  const [statement, setStatement] = useState<Statement | null>(null)
  const start = async () => {
    try {
      return await rerun(scope.tenantId, run.id, { version, statement: statement?.id })
    } catch (error) {
      setStatement(openStatement(error))
      throw error
    }
  }
  const same = t('control.version.same', { version: run.playbook.version })
  return (
    <ConfirmDialog
      title={t('control.rerunTitle', { number: formatCount(run.number) })}
      text={
        <>
          {t('control.rerunText')}
          <RepeatedEffects run={run} />
          <RerunVersionChoice value={version} same={same} onChange={setVersion} />
          {statement !== null && version === 'current' && <StatementText statement={statement} />}
        </>
      }
      confirm={t('control.rerun')}
      run={start}
      onDone={(started) => {
        void refreshRuns(client, scope.tenantId)
        toast({ kind: 'success', title: t('control.started', { number: formatCount(started.number) }) })
        onClose()
        void navigate({ to: paths.run(scope, started.id) })
      }}
      onClose={onClose}
      describe={describeError}
    />
  )
}
