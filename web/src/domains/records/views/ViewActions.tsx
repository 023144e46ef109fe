import type { ReportView } from '@caseloom/contract/workspaces/reports'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { toast } from '../../../ui/toast.tsx'
import { viewOfState } from '../model/list-search.ts'
import type { ListState } from '../model/list-state.ts'
import classes from '../model/Records.module.css'
import { ViewConflict } from './ViewConflict.tsx'
import { bodyOf, keepView, updateView } from './views.queries.ts'

interface ViewActionsProps {
  view: ReportView
  state: ListState
  edited: boolean
  onReset: () => void
  onSaveAs: () => void
}

export function ViewActions({ view, state, edited, onReset, onSaveAs }: ViewActionsProps) {
  const { t } = useTranslation('records')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const save = useMutation({
    // Over the newest one: its name and sharing may be someone else's change.
    mutationFn: (over: ReportView) =>
      updateView(tenantId, over.id, { ...bodyOf(over), ...viewOfState(state) }),
    onSuccess: (saved) => {
      keepView(client, tenantId, saved)
      onReset()
      toast({ kind: 'success', title: t('view.saved', { name: saved.name }) })
    },
    onError: (error) => {
      if (!hasCode(error, 'resource.version_conflict'))
        toast({ kind: 'error', title: t('view.saveFailed'), text: describeError(error).text })
    },
  })
  const isConflict = hasCode(save.error, 'resource.version_conflict')
  const maySave = view.can.manage && !view.narrowed
  return (
    <>
      {edited && (
        <>
          <span className={classes.edited}>{t('view.edited')}</span>
          <Button variant="subtle" onClick={onReset}>
            {t('view.reset')}
          </Button>
          <Button loading={save.isPending} onClick={() => (maySave ? save.mutate(view) : onSaveAs())}>
            {t(maySave ? 'view.save' : 'view.saveAs')}
          </Button>
        </>
      )}
      {isConflict && (
        <SavedMeanwhile
          state={state}
          save={save}
          client={client}
          tenantId={tenantId}
          onReset={onReset}
          onSaveAs={onSaveAs}
        />
      )}
    </>
  )
}

interface SavedMeanwhileProps {
  state: ViewActionsProps['state']
  save: { error: unknown; mutate: (theirs: ReportView) => void; reset: () => void }
  client: QueryClient
  tenantId: string
  onReset: () => void
  onSaveAs: () => void
}

function SavedMeanwhile({ state, save, client, tenantId, onReset, onSaveAs }: SavedMeanwhileProps) {
  return (
    <ViewConflict
      mine={state}
      error={save.error}
      onMine={(theirs) => save.mutate(theirs)}
      onTheirs={(theirs) => {
        keepView(client, tenantId, theirs)
        save.reset()
        onReset()
      }}
      onSaveAs={() => {
        save.reset()
        onSaveAs()
      }}
      onClose={() => save.reset()}
    />
  )
}
