import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './DialogActions.module.css'

interface DialogActionsProps {
  /** "Cancel" when absent. */
  cancel?: ReactNode
  onCancel: () => void
  confirm: ReactNode
  /** Absent in a form: the button submits it. */
  onConfirm?: () => void
  loading?: boolean
  disabled?: boolean
  /** The action destroys something. */
  danger?: boolean
  /** Which button has the focus when the dialog opens, instead of its first field. */
  focus?: 'cancel' | 'confirm'
  /** More space above, after text instead of fields. */
  apart?: boolean
}

/** The two buttons that end a dialog. */
export function DialogActions(props: DialogActionsProps) {
  const { cancel, onCancel, confirm, onConfirm, loading = false, disabled = false } = props
  const { t } = useTranslation('ui')
  return (
    <footer className={classes.actions} data-apart={props.apart || undefined}>
      <Button onClick={onCancel} data-autofocus={props.focus === 'cancel' || undefined}>
        {cancel ?? t('cancel')}
      </Button>
      <Button
        type={onConfirm === undefined ? 'submit' : 'button'}
        variant="filled"
        loading={loading}
        disabled={disabled}
        onClick={onConfirm}
        data-autofocus={props.focus === 'confirm' || undefined}
        {...(props.danger === true ? { color: 'red' } : {})}
      >
        {confirm}
      </Button>
    </footer>
  )
}
