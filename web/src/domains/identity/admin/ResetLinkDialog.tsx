import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyField, Notice } from '../../../ui/admin/Settings.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'

interface ResetLinkDialogProps {
  name: string
  link: string
  onClose: () => void
}

/** The link for a new password, to pass on by hand if no mail server carries it. */
export function ResetLinkDialog({ name, link, onClose }: ResetLinkDialogProps) {
  const { t } = useTranslation('admin')
  return (
    <Dialog onClose={onClose} title={t('user.resetLinkTitle')} size={440}>
      <div className={classes.dialog}>
        <Notice kind="warning">{t('user.resetLinkText', { name })}</Notice>
        <CopyField label={t('invite.link', { name })} value={link} copy={t('invite.copyLink')} />
        <footer className={classes.dialogEnd}>
          <Button onClick={onClose}>{t('invite.done')}</Button>
        </footer>
      </div>
    </Dialog>
  )
}
