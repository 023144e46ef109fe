import type { Page } from 'playwright-core'

/** Leaves the field that is being edited on the page of a record, and waits until everything is saved. */
export async function leaveField(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  await allSaved(page)
}

/** The page of a record has nothing left to save. */
export async function allSaved(page: Page): Promise<void> {
  await page.getByText('All changes saved', { exact: true }).waitFor()
}
