import { Select, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../data/api-error.ts'
import { describeError } from '../../data/describe-error.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import classes from './Dashboards.module.css'
import { workspacesQuery } from './workspaces.queries.ts'

interface NameDialogProps<Result> {
  title: string
  confirm: string
  name?: string
  description?: string
  /** Offers workspaces for a new dashboard. */
  intoWorkspace?: string | null
  save: (values: { name: string; description: string; workspaceId: string | null }) => Promise<Result>
  onDone: (result: Result) => void
  onClose: () => void
}

export function NameDialog<Result>(props: NameDialogProps<Result>) {
  const { t } = useTranslation('workspaces')
  const { tenantId } = useTenantScope()
  const mayPlace = useMay('workspace:manage') && props.intoWorkspace !== undefined
  const workspaces = useQuery({ ...workspacesQuery(tenantId), enabled: mayPlace })
  const [name, setName] = useState(props.name ?? '')
  const [description, setDescription] = useState(props.description ?? '')
  const [workspaceId, setWorkspaceId] = useState<string | null>(props.intoWorkspace ?? null)
  const mutation = useMutation({
    mutationFn: () => props.save({ name: name.trim(), description: description.trim(), workspaceId }),
    onSuccess: props.onDone,
  })
  const isTaken = hasCode(mutation.error, 'name.taken')
  const failure = mutation.isError && !isTaken ? describeError(mutation.error) : null
  return (
    <Dialog onClose={props.onClose} title={props.title} size={440}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '' && !mutation.isPending) mutation.mutate()
        }}
      >
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        <NameInput name={name} isTaken={isTaken} setName={setName} />
        <Textarea
          label={t('description')}
          value={description}
          maxLength={1000}
          autosize
          minRows={2}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        {mayPlace && (
          <WorkspaceSelect
            workspaces={workspaces}
            workspaceId={workspaceId}
            setWorkspaceId={setWorkspaceId}
          />
        )}
        <DialogActions
          onCancel={props.onClose}
          confirm={props.confirm}
          loading={mutation.isPending}
          disabled={name.trim() === ''}
        />
      </form>
    </Dialog>
  )
}

interface NameInputProps {
  name: string
  isTaken: boolean
  setName: (next: string) => void
}

function NameInput({ name, isTaken, setName }: NameInputProps) {
  const { t } = useTranslation('workspaces')
  return (
    <TextInput
      label={t('name')}
      value={name}
      maxLength={100}
      required
      data-autofocus
      error={isTaken ? t('workspaces.taken') : undefined}
      onChange={(event) => setName(event.currentTarget.value)}
    />
  )
}

interface WorkspaceSelectProps {
  workspaces: { data: readonly { id: string; name: string }[] | undefined }
  workspaceId: string | null
  setWorkspaceId: (next: string | null) => void
}

function WorkspaceSelect({ workspaces, workspaceId, setWorkspaceId }: WorkspaceSelectProps) {
  const { t } = useTranslation('workspaces')
  return (
    <Select
      label={t('dashboards.workspace')}
      data={[
        { value: '', label: t('dashboards.noWorkspace') },
        ...(workspaces.data ?? []).map((one) => ({ value: String(one.id), label: one.name })),
      ]}
      value={workspaceId ?? ''}
      onChange={(id) => setWorkspaceId(id === '' ? null : id)}
    />
  )
}
