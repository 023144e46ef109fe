import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { bidiIsolate } from './bidi-isolate.ts'
import { uiEn } from './ui.en.ts'

/**
 * Texts by message key. A part of the app keeps its English texts in `<domain>.en.ts` and adds them once:
 * `addTexts('records', recordsEn)`; then `const { t } = useTranslation('records')`.
 */
export function startTexts(): void {
  void i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    ns: ['ui'],
    defaultNS: 'ui',
    resources: { en: { ui: uiEn } },
    // React escapes what is markup; names keep their direction to themselves.
    interpolation: { escape: bidiIsolate },
    initAsync: false,
  })
}

/** Adds the English texts of one part of the app under its namespace. */
export function addTexts(namespace: string, texts: Record<string, unknown>): void {
  i18next.addResourceBundle('en', namespace, texts, true, true)
}
