import type { WorkspaceView } from '@caseloom/contract/workspaces/workspaces'
import { MultiSelect, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../data/api-error.ts'
import { appsQuery } from '../../data/apps.ts'
import { describeError } from '../../data/describe-error.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import classes from './Dashboards.module.css'
import { addWorkspace, changeWorkspace, dashboardsQuery, refreshLists } from './workspaces.queries.ts'

interface WorkspaceDraft {
  name: string
  description: string
  apps: string[]
  dashboards: string[]
}

function draftOf(workspace: WorkspaceView | undefined): WorkspaceDraft {
  if (workspace === undefined) return { name: '', description: '', apps: [], dashboards: [] }
  const { name, description, apps, dashboards } = workspace
  return { name, description, apps, dashboards: dashboards.map(({ id }) => id) }
}

export function WorkspaceDialog(props: { workspace?: WorkspaceView; onClose: () => void }) {
  const { workspace, onClose } = props
  const { t } = useTranslation('workspaces')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(workspace))
  const mutation = useMutation({
    mutationFn: () => {
      if (workspace === undefined) return addWorkspace(tenantId, draft)
      const { icon, sharing, revision } = workspace
      return changeWorkspace(tenantId, workspace.id, { ...draft, icon, sharing, revision })
    },
    onSuccess: () => {
      refreshLists(client, tenantId)
      onClose()
    },
  })
  const isTaken = hasCode(mutation.error, 'name.taken')
  const failure = mutation.isError && !isTaken ? describeError(mutation.error) : null
  return (
    <Dialog
      onClose={onClose}
      title={workspace === undefined ? t('workspaces.new') : t('workspaces.edit', { name: workspace.name })}
      size={480}
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (draft.name.trim() !== '' && !mutation.isPending) mutation.mutate()
        }}
      >
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        <WorkspaceFields
          draft={draft}
          onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
          nameFault={isTaken ? t('workspaces.taken') : undefined}
        />
        <DialogActions
          onCancel={onClose}
          confirm={t(workspace === undefined ? 'workspaces.add' : 'save')}
          loading={mutation.isPending}
          disabled={draft.name.trim() === ''}
        />
      </form>
    </Dialog>
  )
}

interface WorkspaceFieldsProps {
  draft: WorkspaceDraft
  onChange: (part: Partial<WorkspaceDraft>) => void
  nameFault: string | undefined
}

function WorkspaceFields({ draft, onChange, nameFault }: WorkspaceFieldsProps) {
  const { t } = useTranslation('workspaces')
  const { tenantId } = useTenantScope()
  const apps = useQuery(appsQuery(tenantId)).data ?? []
  const dashboards = useQuery(dashboardsQuery(tenantId)).data ?? []
  return (
    <>
      <TextInput
        label={t('name')}
        value={draft.name}
        maxLength={100}
        required
        data-autofocus
        error={nameFault}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Textarea
        label={t('description')}
        value={draft.description}
        maxLength={1000}
        autosize
        minRows={2}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <MultiSelect
        label={t('workspaces.apps')}
        data={apps.map((app) => ({ value: String(app.id), label: app.name }))}
        value={draft.apps}
        searchable
        onChange={(next) => onChange({ apps: next })}
      />
      <MultiSelect
        label={t('workspaces.dashboards')}
        data={dashboards.map((one) => ({ value: String(one.id), label: one.name }))}
        value={draft.dashboards}
        searchable
        onChange={(next) => onChange({ dashboards: next })}
      />
    </>
  )
}
