import type { AppletUse, FieldAllowance } from '@caseloom/contract/apps/applets'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import classes from '../model/Apps.module.css'
import { overrideWords } from '../linking/override-words.ts'

/** The apps that changed this about the field. */
export function usesOf(
  uses: readonly AppletUse[],
  key: string,
  name: keyof FieldAllowance,
): readonly AppletUse[] {
  return uses.filter(({ link }) => {
    const override = link.overrides[key]
    if (override === undefined) return false
    if (name === 'label') return override.label !== undefined || override.help !== undefined
    if (name === 'addOptions') return override.addedOptions !== undefined
    if (name === 'hide') return override.hidden === true
    return name === 'place' ? false : override[name] !== undefined
  })
}

interface ForbidDialogProps {
  name: keyof FieldAllowance
  field: FieldInput
  uses: readonly AppletUse[]
  onConfirm: () => void
  onClose: () => void
}

export function ForbidDialog({ name, field, uses, onConfirm, onClose }: ForbidDialogProps) {
  const { t } = useTranslation('applets')
  return (
    <ConfirmDialog
      title={t('forbid.title', { what: t(`allow.${name}`) })}
      text={
        <>
          <p>{t('forbid.text')}</p>
          <ul className={classes.dependents}>
            {uses.map(({ app, link }) => (
              <li key={`${app.id}.${link.prefix}`}>
                {app.name}: {overrideWords(link.overrides[field.key], t).join(', ')}
              </li>
            ))}
          </ul>
        </>
      }
      confirm={t('forbid.confirm')}
      run={async () => undefined}
      onDone={onConfirm}
      onClose={onClose}
      describe={describeError}
    />
  )
}
