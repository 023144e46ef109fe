import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import classes from './User.module.css'

interface ConfirmProps {
  title: string
  text: string
  action: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something is removed. */
export function Confirm({ title, text, action, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog onClose={onClose} title={title} size={420}>
      <p className={classes.dialogText}>{text}</p>
      <DialogActions
        onCancel={onClose}
        confirm={action}
        onConfirm={() => {
          onClose()
          onConfirm()
        }}
        danger
        focus="cancel"
        apart
      />
    </Dialog>
  )
}
