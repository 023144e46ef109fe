import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyField, Notice } from '../../../ui/admin/Settings.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'

/** Invited without an email; `link` is null for people who already sign in. */
export interface Unsent {
  email: string
  name: string
  link: string | null
}

export function InvitationLinks({ unsent, onClose }: { unsent: readonly Unsent[]; onClose: () => void }) {
  const { t } = useTranslation('admin')
  return (
    <Dialog onClose={onClose} title={t('invite.linksTitle')} size={560} closeOnClickOutside={false}>
      <div className={classes.dialog}>
        <Links unsent={unsent} />
        <footer className={classes.dialogEnd}>
          <Button variant="filled" onClick={onClose} data-autofocus>
            {t('invite.done')}
          </Button>
        </footer>
      </div>
    </Dialog>
  )
}

export function Links({ unsent }: { unsent: readonly Unsent[] }) {
  const { t } = useTranslation('admin')
  return (
    <>
      <Notice kind="warning">{t('invite.linksText')}</Notice>
      {unsent.map(({ email, name, link }) =>
        link === null ? (
          <p key={email} className={classes.dialogText}>
            {t('invite.known', { name })}
          </p>
        ) : (
          <CopyField
            key={email}
            label={t('invite.link', { name })}
            value={link}
            copy={t('invite.copyLink')}
          />
        ),
      )}
    </>
  )
}
