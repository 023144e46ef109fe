import type { InstallView, ItemDecision } from '@caseloom/contract/content/packages'
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { keys } from '../../data/keys.ts'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { ConfirmDialog } from '../../ui/admin/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { applyInstall, discardPlan, undoInstall } from './content.queries.ts'
import { isUndecided } from './content-words.ts'
import classes from './Content.module.css'

interface InstallFootProps {
  install: InstallView
  decisions: Readonly<Record<string, ItemDecision>>
}

/** What can be done with the plan, or with what was imported. */
export function InstallFoot({ install, decisions }: InstallFootProps) {
  const { t } = useTranslation('content')
  const { can, state } = install
  const [isUndoing, setIsUndoing] = useState(false)
  if (!can.apply && !can.discard && !can.undo) return null
  return (
    <footer className={classes.foot}>
      {state === 'planned' && <span>{t('plan.nothing')}</span>}
      <span className={classes.footEnd}>
        {state === 'planned' && <PlanActions install={install} decisions={decisions} />}
        {can.undo && (
          <Button
            leftSection={<IconArrowBackUp size={14} stroke={1.7} aria-hidden />}
            onClick={() => setIsUndoing(true)}
          >
            {t('plan.undo')}
          </Button>
        )}
      </span>
      {isUndoing && <UndoDialog install={install} onClose={() => setIsUndoing(false)} />}
    </footer>
  )
}

function PlanActions({ install, decisions }: InstallFootProps) {
  const { t } = useTranslation('content')
  const scope = useTenantScope()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { tenantId } = scope
  const place = { tenantId, installId: install.id }
  const open = install.items.filter(
    (item) => item.change === 'blocked' || isUndecided(item, decisions),
  ).length
  const apply = useMutation({
    mutationFn: () =>
      applyInstall(place, { fingerprint: install.fingerprint ?? '', decisions: { ...decisions } }),
    onSuccess: (begun) => client.setQueryData(keys.one(tenantId, 'content', install.id), begun),
    onError: (error) => {
      toast({ kind: 'error', title: t('plan.applyFailed'), text: describeError(error).text })
      // The plan may be made of something that is there no longer.
      void client.invalidateQueries({ queryKey: keys.one(tenantId, 'content', install.id) })
    },
  })
  const discard = useMutation({
    mutationFn: () => discardPlan(place),
    onSuccess: () => {
      client.removeQueries({ queryKey: keys.one(tenantId, 'content', install.id) })
      void client.invalidateQueries({ queryKey: keys.list(tenantId, 'content') })
      void navigate({ to: paths.content(scope) })
    },
    onError: (error) =>
      toast({ kind: 'error', title: t('plan.discardFailed'), text: describeError(error).text }),
  })
  return (
    <>
      {open > 0 && <span className={classes.warning}>{t('plan.undecided', { count: open })}</span>}
      {install.can.discard && (
        <Button loading={discard.isPending} onClick={() => discard.mutate()}>
          {t('plan.discard')}
        </Button>
      )}
      <Button
        variant="filled"
        disabled={!install.can.apply || open > 0}
        loading={apply.isPending}
        onClick={() => apply.mutate()}
      >
        {t('plan.apply')}
      </Button>
    </>
  )
}

function UndoDialog({ install, onClose }: { install: InstallView; onClose: () => void }) {
  const { t } = useTranslation('content')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const { id: installId, title: name } = install
  return (
    <ConfirmDialog
      danger
      title={t('plan.undoTitle', { name })}
      text={t('plan.undoText')}
      confirm={t('plan.undo')}
      run={() => undoInstall({ tenantId, installId })}
      onDone={() => {
        void client.invalidateQueries({ queryKey: keys.kind(tenantId, 'content') })
        onClose()
      }}
      onClose={onClose}
      describe={describeError}
    />
  )
}
