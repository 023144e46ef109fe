import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import type { EditedApp } from '../draft/useAppDraft.ts'

export function UndoRedo({ edited }: { edited: EditedApp }) {
  const { t } = useTranslation('apps')
  return (
    <>
      <ActionIcon
        aria-label={t('builder.undo')}
        title={t('builder.undo')}
        disabled={edited.undo === null}
        onClick={() => edited.undo?.()}
      >
        <IconArrowBackUp size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
      <ActionIcon
        aria-label={t('builder.redo')}
        title={t('builder.redo')}
        disabled={edited.redo === null}
        onClick={() => edited.redo?.()}
      >
        <IconArrowForwardUp size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </>
  )
}

export function DiscardDialog({ edited, onClose }: { edited: EditedApp; onClose: () => void }) {
  const { t } = useTranslation('apps')
  const { draft, base, source } = edited
  const { revision } = base
  return (
    <ConfirmDialog
      danger
      title={t('builder.discardTitle', { name: draft.name })}
      text={t('builder.discardText', { revision, context: source.kind })}
      confirm={t('builder.discard')}
      run={async () => edited.discard()}
      onDone={onClose}
      onClose={onClose}
      describe={describeError}
    />
  )
}

interface PublishProps {
  edited: EditedApp
  /** Problems of the workflow that publishing would refuse. */
  errors: number
  label: string
  onPublish: () => void
}

/** While the workflow has errors, the button leads to the first of them. */
export function PublishButton({ edited, errors, label, onPublish }: PublishProps) {
  const { t } = useTranslation('apps')
  const isBlocked = errors > 0
  return (
    <Button
      variant="filled"
      loading={edited.publishing}
      disabled={edited.changes === 0 || edited.base.archived === true}
      {...(isBlocked ? { 'aria-disabled': true, 'data-disabled': true } : {})}
      onClick={() => (isBlocked ? focusFirstProblem() : onPublish())}
    >
      {isBlocked ? t('builder.publishBlocked', { count: errors }) : label}
    </Button>
  )
}

function focusFirstProblem(): void {
  document.querySelector<HTMLElement>('[data-problem-line]')?.focus()
}
