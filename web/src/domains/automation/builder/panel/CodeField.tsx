import { useTranslation } from 'react-i18next'
import { FieldFrame, useIssueAt } from '../expression/FieldFrame.tsx'
import { LazyCodeEditor } from '../../../../ui/expression/LazyCodeEditor.tsx'
import type { RoleFieldProps } from './role-field.ts'

export function CodeField({ label, path, required, readOnly, value, onChange }: RoleFieldProps) {
  const { t } = useTranslation('panel')
  const error = useIssueAt(path)
  return (
    <FieldFrame
      label={label}
      path={path}
      required={required}
      type="JavaScript"
      error={error}
      description={t('code.help')}
    >
      {({ describedBy }) => (
        <LazyCodeEditor
          language="javascript"
          label={label}
          value={typeof value === 'string' ? value : ''}
          readOnly={readOnly}
          invalid={error !== undefined}
          describedBy={describedBy}
          onChange={(next) => onChange(next === '' ? undefined : next)}
        />
      )}
    </FieldFrame>
  )
}
