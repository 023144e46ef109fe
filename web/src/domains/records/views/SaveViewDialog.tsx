import type { ReportView } from '@caseloom/contract/workspaces/reports'
import type { Sharing } from '@caseloom/contract/kernel/sharing'
import { Radio, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { principalsQuery } from '../../../data/people.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { NO_PRINCIPALS } from '../../../ui/sharing/principals.ts'
import { DraftConflictDialog } from '../../../ui/draft/DraftConflictDialog.tsx'
import { SharingForm } from '../../../ui/sharing/SharingForm.tsx'
import type { ListState } from '../model/list-state.ts'
import classes from './Views.module.css'
import { useSaveView, type ViewForm } from './useSaveView.ts'

interface SaveViewDialogProps {
  appId: string
  /** State of a new view; null changes only name and sharing of `view`. */
  state: ListState | null
  view?: ReportView | undefined
  onDone: (view: ReportView) => void
  onClose: () => void
}

export function SaveViewDialog({ appId, state, view, onDone, onClose }: SaveViewDialogProps) {
  const { t } = useTranslation('records')
  const { tenantId } = useTenantScope()
  const mayShare = useMay('report:build')
  const isNew = state !== null
  const [form, setForm] = useState<ViewForm>(() =>
    isNew ? { name: '', sharing: [] } : { name: view?.name ?? '', sharing: view?.sharing ?? null },
  )
  const { name, sharing } = form
  const asks = useSaveView({ appId, state, view, onDone })
  const isTaken = hasCode(asks.error, 'name.taken')
  const failure = asks.error !== null && !isTaken ? describeError(asks.error) : null
  return (
    <Dialog
      onClose={onClose}
      title={t(isNew ? 'view.newTitle' : 'view.changeTitle', { name: view?.name })}
      size={480}
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '' && !asks.saving) asks.save({ name: name.trim(), sharing })
        }}
      >
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        <TextInput
          label={t('view.name')}
          value={name}
          maxLength={100}
          required
          data-autofocus
          error={isTaken ? t('view.taken') : undefined}
          onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
        />
        {mayShare ? (
          <Sharers
            sharing={sharing}
            onSharing={(next) => setForm({ ...form, sharing: next })}
            tenantId={tenantId}
          />
        ) : (
          <p className={classes.quiet}>{t('view.onlyMine')}</p>
        )}
        <DialogActions
          onCancel={onClose}
          confirm={t('view.saveReport')}
          loading={asks.saving}
          disabled={name.trim() === ''}
        />
      </form>
      <DraftConflictDialog
        saving={asks.merging}
        labelOf={(part) => t(part === 'name' ? 'view.name' : 'view.for')}
        show={(of, part) => (part === 'name' ? of.name : t(audienceOf(of.sharing)))}
        onResolve={asks.resolve}
      />
    </Dialog>
  )
}

function audienceOf(sharing: Sharing) {
  if (sharing === null) return 'view.everyone'
  return sharing.length === 0 ? 'view.own' : 'view.shared'
}

interface SharersProps {
  sharing: Sharing
  onSharing: (sharing: Sharing) => void
  tenantId: string
}

/** Private, or shared: with everyone, or with selected people. */
function Sharers({ sharing, onSharing, tenantId }: SharersProps) {
  const { t } = useTranslation('records')
  const [own, setOwn] = useState(sharing?.length === 0)
  const principals = useQuery({ ...principalsQuery(tenantId), enabled: !own })
  return (
    <>
      <Radio.Group
        label={t('view.for')}
        value={own ? 'own' : 'shared'}
        onChange={(value) => {
          setOwn(value === 'own')
          onSharing(value === 'own' ? [] : null)
        }}
      >
        <div className={classes.form}>
          <Radio value="own" label={t('view.own')} />
          <Radio value="shared" label={t('view.shared')} />
        </div>
      </Radio.Group>
      {!own && (
        <SharingForm
          sharing={sharing}
          onSharing={onSharing}
          principals={principals.data ?? NO_PRINCIPALS}
          failed={principals.isError}
          levels={['read', 'manage']}
          wordOf={(level) => t(`view.levels.${level}`)}
          texts={{ who: t('view.who'), open: t('view.everyone') }}
        />
      )}
    </>
  )
}
