(function(d,w){var f=d.getElementById("passkey-form"),C=w.PublicKeyCredential,N=navigator.credentials;if(!f||!C||!N)return;
var box=d.getElementById("passkey"),none=d.getElementById("passkey-none"),e=d.getElementById("passkey-error"),create=f.dataset.passkey==="create",waiting=null,busy=false;
function dec(s){s=atob(s.replace(/-/g,"+").replace(/_/g,"/"));var a=new Uint8Array(s.length),i;for(i=0;i!==s.length;i++)a[i]=s.charCodeAt(i);return a}
function enc(b){var a=new Uint8Array(b),s="",i;for(i=0;i!==a.length;i++)s+=String.fromCharCode(a[i]);return btoa(s).replace(/\+/g,"-").replace(/\//g,"_").replace(/=+$/,"")}
function options(){var o=JSON.parse(f.elements.options.value);o.challenge=dec(o.challenge);if(o.user)o.user.id=dec(o.user.id);(o.allowCredentials||o.excludeCredentials||[]).forEach(function(c){c.id=dec(c.id)});return o}
function send(c){var r=c.response,a={clientDataJSON:enc(r.clientDataJSON)},s=d.querySelector("input[type=checkbox][name=shared_computer]");
if(create){a.attestationObject=enc(r.attestationObject);a.transports=r.getTransports?r.getTransports():[]}else{a.authenticatorData=enc(r.authenticatorData);a.signature=enc(r.signature);if(r.userHandle)a.userHandle=enc(r.userHandle)}
f.elements.passkey.value=JSON.stringify({id:c.id,rawId:enc(c.rawId),type:c.type,response:a,clientExtensionResults:{}});f.elements.options.disabled=true;if(s){if(s.checked){s=s.cloneNode();s.type="hidden";f.appendChild(s)}}f.submit()}
function show(x){if(e){e.textContent=e.dataset[x.name==="InvalidStateError"?"known":"failed"]||e.dataset.failed;e.hidden=false}}
function ask(quiet){if(busy)return;busy=true;if(waiting)waiting.abort();waiting=null;if(e)e.hidden=true;var o={publicKey:options()};(create?N.create(o):N.get(o)).then(send).catch(function(x){busy=false;if(!quiet)show(x);later()})}
function later(){if(!f.dataset.conditional||!C.isConditionalMediationAvailable)return;C.isConditionalMediationAvailable().then(function(can){if(!can||busy)return;waiting=new AbortController();N.get({publicKey:options(),mediation:"conditional",signal:waiting.signal}).then(send,function(){})})}
if(box)box.hidden=false;if(none)none.hidden=true;
f.addEventListener("submit",function(x){x.preventDefault();ask(false)});
addEventListener("pageshow",function(x){if(x.persisted){busy=false;f.elements.options.disabled=false}});
if(f.dataset.auto)ask(true);else later()})(document,window)
