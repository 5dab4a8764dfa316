import type { Page } from 'playwright-core'

/** Fills in the form that scores a launch. Optional fields are folded, and a link of a picture is asked for. */
export async function fillForm(page: Page, values: object): Promise<void> {
  await page.locator('[data-live=true]').waitFor()
  for (const fold of await page.locator('.optional').all())
    if ((await fold.getAttribute('open')) === null) await fold.locator('summary').click()
  for (const [name, value] of Object.entries(values)) {
    if (name === 'imageUrl' && !(await page.isVisible('[name=imageUrl]'))) await page.locator('.use-link').click()
    await page.fill(`form [name=${name}]`, String(value))
  }
}
