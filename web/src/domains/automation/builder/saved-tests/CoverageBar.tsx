import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../../ui/text/i18n.ts'
import { useBuilder } from '../model/builder-context.ts'
import { figuresOf } from '../model/coverage.ts'
import classes from './SavedTests.module.css'
import { savedTestsEn } from './saved-tests.en.ts'
import type { SavedTests } from './useSavedTests.ts'

addTexts('savedTests', savedTestsEn)

/** How much of the draft its tests reach, with the switch that shows it on the canvas. */
export function CoverageBar({ coverage, isCovering, setCovering }: SavedTests) {
  const { t } = useTranslation('savedTests')
  const { document } = useBuilder()
  const { steps, branches } = figuresOf(document, coverage)
  return (
    <div className={classes.bar}>
      {branches.all > 0 && <strong>{t('branches', { ...branches })}</strong>}
      <span>{t('steps', { ...steps })}</span>
      <Switch
        label={t('coverage')}
        checked={isCovering}
        onChange={(event) => setCovering(event.currentTarget.checked)}
      />
    </div>
  )
}
