const form = document.getElementById('create')
const score = document.querySelector('launch-score')
const result = document.getElementById('result')
const { ethereum } = window

document.getElementById('connect').onclick = async () => {
  const [account] = await ethereum.request({ method: 'eth_requestAccounts' })
  form.elements.creatorAddress.value = account
  form.dispatchEvent(new Event('input'))
}

/** The creator's wallet signs what is published. */
const sign = (message, account) => {
  const bytes = new TextEncoder().encode(message)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return ethereum.request({ method: 'personal_sign', params: [`0x${hex}`, account] })
}

form.onsubmit = async (event) => {
  event.preventDefault()
  const { id, aggregate, band } = await score.publish(sign)
  result.textContent = `Published as ${id}: ${aggregate} of 100, ${band}.` // create the token here
}
