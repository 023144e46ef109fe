import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { bidiIsolate } from './bidi-isolate.ts'
import { uiEn } from './ui.en.ts'

/**
 * Each part adds its English texts from `<domain>.en.ts` once: `addTexts('records', recordsEn)`; then `const { t }
 * = useTranslation('records')`. `change` rewrites every text that is shown.
 */
export function startTexts(change?: (text: string) => string): void {
  if (change !== undefined) i18next.use({ type: 'postProcessor', name: 'change', process: change })
  void i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    ns: ['ui'],
    defaultNS: 'ui',
    resources: { en: { ui: uiEn } },
    // React escapes markup; names are isolated.
    interpolation: { escape: bidiIsolate },
    initAsync: false,
    ...(change === undefined ? {} : { postProcess: ['change'] }),
    // A key without a text would be shown as it is; journeys fail on what is reported.
    saveMissing: true,
    missingKeyHandler: (_languages, namespace, key, fallback) => {
      if (fallback === key) globalThis.reportError?.(new Error(`No text: ${namespace}:${key}`))
    },
  })
  for (const [namespace, texts] of early.splice(0)) addTexts(namespace, texts)
}

/** Texts of modules that were loaded before the start, as tests of rules do. */
const early: [namespace: string, texts: Record<string, unknown>][] = []

export function addTexts(namespace: string, texts: Record<string, unknown>): void {
  if (i18next.isInitialized) i18next.addResourceBundle('en', namespace, texts, true, true)
  else early.push([namespace, texts])
}
