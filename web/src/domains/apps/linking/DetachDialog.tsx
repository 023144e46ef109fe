import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import classes from '../model/Apps.module.css'

interface DetachDialogProps {
  applet: string
  app: string
  /** Labels of the fields that stay, with their keys in the app. */
  fields: readonly { key: string; label: string }[]
  run: () => Promise<unknown>
  onDone: () => void
  onClose: () => void
}

/** Says what an app keeps when it leaves an applet. */
export function DetachDialog({ applet, app, fields, run, onDone, onClose }: DetachDialogProps) {
  const { t } = useTranslation('applets')
  return (
    <ConfirmDialog
      title={t('detach.title', { applet, app })}
      text={
        <>
          <p>{t('detach.text', { app })}</p>
          <p>{t('detach.retained', { count: fields.length })}</p>
          <ul className={classes.dependents}>
            {fields.map(({ key, label }) => (
              <li key={key}>
                {label} <code>{key}</code>
              </li>
            ))}
          </ul>
        </>
      }
      confirm={t('detach.action')}
      run={run}
      onDone={onDone}
      onClose={onClose}
      describe={describeError}
    />
  )
}
