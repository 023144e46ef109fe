import type { ReportView } from '@caseloom/contract/reports'
import type { Sharing } from '@caseloom/contract/sharing'
import { Radio, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
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
import { saveMerged } from '../../../ui/draft/save-merged.ts'
import { SharingForm } from '../../../ui/sharing/SharingForm.tsx'
import { viewOfState } from '../model/list-search.ts'
import type { ListState } from '../model/list-state.ts'
import classes from './Views.module.css'
import { bodyOf, createView, keepView, newestView, updateView } from './views.queries.ts'

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
  const client = useQueryClient()
  const mayShare = useMay('report:build')
  const isNew = state !== null
  // The page may load a newer one meanwhile; the dialog changes what it began with.
  const [base] = useState(view)
  const [name, setName] = useState(isNew ? '' : (view?.name ?? ''))
  const [sharing, setSharing] = useState<Sharing>(isNew ? [] : (view?.sharing ?? null))
  const save = useMutation({
    mutationFn: () => {
      const wanted = { name: name.trim(), sharing }
      if (state !== null) return createView(tenantId, { appId, ...viewOfState(state), ...wanted })
      if (base === undefined) throw new Error('There is a view to change')
      return saveMerged({
        base,
        mine: wanted,
        formOf: (stored) => ({ name: stored.name, sharing: stored.sharing }),
        save: (form, over) => updateView(tenantId, over.id, { ...bodyOf(over), ...form }),
        isConflict: (error) => hasCode(error, 'resource.version_conflict'),
        newest: () => newestView(client, tenantId, base),
      })
    },
    onSuccess: (saved) => {
      keepView(client, tenantId, saved)
      onDone(saved)
    },
  })
  const isTaken = hasCode(save.error, 'name.taken')
  const failure = save.isError && !isTaken ? describeError(save.error) : null
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
          if (name.trim() !== '' && !save.isPending) save.mutate()
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
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {mayShare ? (
          <Sharers sharing={sharing} onSharing={setSharing} tenantId={tenantId} />
        ) : (
          <p className={classes.quiet}>{t('view.onlyMine')}</p>
        )}
        <DialogActions
          onCancel={onClose}
          confirm={t('view.saveReport')}
          loading={save.isPending}
          disabled={name.trim() === ''}
        />
      </form>
    </Dialog>
  )
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
          texts={{ who: t('view.who'), open: t('view.everybody') }}
        />
      )}
    </>
  )
}
