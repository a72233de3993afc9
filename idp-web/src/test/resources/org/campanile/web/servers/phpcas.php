<?php
require '/usr/share/php/CAS.php';
$base = 'http://127.0.0.1:@port@';
session_save_path('@folder@');
phpCAS::client(CAS_VERSION_3_0, 'localhost', 443, '/idp/cas', $base);
phpCAS::setNoCasServerValidation();
// It knows servers with https alone, unless the addresses are set.
phpCAS::setServerLoginURL('@idp@/cas/login?service=' . urlencode($base . strtok($_SERVER['REQUEST_URI'], '?')));
phpCAS::setServerServiceValidateURL('@idp@/cas/p3/serviceValidate');
phpCAS::setServerLogoutURL('@idp@/cas/logout');
phpCAS::handleLogoutRequests(false);
if (isset($_GET['logout'])) {
    phpCAS::logoutWithRedirectService($base . '/bye');
}
if (strtok($_SERVER['REQUEST_URI'], '?') === '/gateway') {
    if (!phpCAS::checkAuthentication()) {
        echo 'nobody';
        exit;
    }
}
elseif (strtok($_SERVER['REQUEST_URI'], '?') === '/bye') {
    echo 'bye';
    exit;
}
else {
    phpCAS::forceAuthentication();
}
echo 'user=' . phpCAS::getUser() . ' mail=' . phpCAS::getAttribute('mail') . ' new=' . phpCAS::getAttribute('isFromNewLogin');
