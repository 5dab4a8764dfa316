const form = document.getElementById('create')
const score = document.querySelector('launch-score')
const { ethereum } = window
async function connect() {
  const [account] = await ethereum.request({ method: 'eth_requestAccounts' })
  form.elements.creatorAddress.value = account
  form.dispatchEvent(new Event('input'))
}

/** The creator's wallet signs what is published. */
function sign(message, account) {
  const bytes = new TextEncoder().encode(message)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return ethereum.request({ method: 'personal_sign', params: [`0x${hex}`, account] })
}

async function publish(event) {
  event.preventDefault()
  const { id, aggregate, band } = await score.publish(sign)
  document.getElementById('result').textContent = `Published as ${id}: ${aggregate} of 100, ${band}.`
}

document.getElementById('connect').addEventListener('click', () => void connect())
form.addEventListener('submit', (event) => void publish(event))
