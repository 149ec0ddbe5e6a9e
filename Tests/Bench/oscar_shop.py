"""A shop of django-oscar as its documentation sets one up, with the bench's menu as products; the module that its server loads.

It is spared what costs it time and has no counterpart here: the check of forms against forgery, sending mail, a search engine.
Its commits wait for the disk, as Stoa's do.
"""
import os

import django
from django.conf import settings
from django.urls import include, path
from oscar.defaults import *  # noqa: F403: Oscar's own way of handing over its settings

FOLDER = os.environ["OSCAR_FOLDER"]

settings.configure(
    **{name: value for name, value in globals().items() if name.startswith("OSCAR_") and name.isupper()},
    SECRET_KEY="of a measurement", ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, STATIC_URL="/static/", MEDIA_ROOT=FOLDER, SITE_ID=1, USE_TZ=True,
    TIME_ZONE="UTC", LANGUAGE_CODE="en", DEFAULT_AUTO_FIELD="django.db.models.AutoField", EMAIL_BACKEND="django.core.mail.backends.dummy.EmailBackend",
    HAYSTACK_CONNECTIONS={"default": {"ENGINE": "haystack.backends.simple_backend.SimpleEngine"}},
    AUTHENTICATION_BACKENDS=["oscar.apps.customer.auth_backends.EmailBackend", "django.contrib.auth.backends.ModelBackend"],
    DATABASES={"default": {
        "ENGINE": "django.db.backends.sqlite3", "NAME": f"{FOLDER}/shop.db", "CONN_MAX_AGE": None, "OPTIONS": {
            "timeout": 60, "transaction_mode": "IMMEDIATE", "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL"}}},
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware", "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware", "django.contrib.flatpages.middleware.FlatpageFallbackMiddleware",
        "oscar.apps.basket.middleware.BasketMiddleware"],
    TEMPLATES=[{
        "BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {"context_processors": [
            "django.template.context_processors.request", "django.contrib.auth.context_processors.auth", "django.template.context_processors.i18n",
            "django.contrib.messages.context_processors.messages", "oscar.apps.search.context_processors.search_form",
            "oscar.apps.checkout.context_processors.checkout", "oscar.apps.communication.notifications.context_processors.notifications",
            "oscar.core.context_processors.metadata"]}}],
    INSTALLED_APPS=[
        "django.contrib.admin", "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "django.contrib.messages",
        "django.contrib.staticfiles", "django.contrib.sites", "django.contrib.flatpages", "oscar.config.Shop", "oscar.apps.analytics.apps.AnalyticsConfig",
        "oscar.apps.checkout.apps.CheckoutConfig", "oscar.apps.address.apps.AddressConfig", "oscar.apps.shipping.apps.ShippingConfig",
        "oscar.apps.catalogue.apps.CatalogueConfig", "oscar.apps.catalogue.reviews.apps.CatalogueReviewsConfig",
        "oscar.apps.communication.apps.CommunicationConfig", "oscar.apps.partner.apps.PartnerConfig", "oscar.apps.basket.apps.BasketConfig",
        "oscar.apps.payment.apps.PaymentConfig", "oscar.apps.offer.apps.OfferConfig", "oscar.apps.order.apps.OrderConfig",
        "oscar.apps.customer.apps.CustomerConfig", "oscar.apps.search.apps.SearchConfig", "oscar.apps.voucher.apps.VoucherConfig",
        "oscar.apps.wishlists.apps.WishlistsConfig", "oscar.apps.dashboard.apps.DashboardConfig",
        "oscar.apps.dashboard.reports.apps.ReportsDashboardConfig", "oscar.apps.dashboard.users.apps.UsersDashboardConfig",
        "oscar.apps.dashboard.orders.apps.OrdersDashboardConfig", "oscar.apps.dashboard.catalogue.apps.CatalogueDashboardConfig",
        "oscar.apps.dashboard.offers.apps.OffersDashboardConfig", "oscar.apps.dashboard.partners.apps.PartnersDashboardConfig",
        "oscar.apps.dashboard.pages.apps.PagesDashboardConfig", "oscar.apps.dashboard.ranges.apps.RangesDashboardConfig",
        "oscar.apps.dashboard.reviews.apps.ReviewsDashboardConfig", "oscar.apps.dashboard.vouchers.apps.VouchersDashboardConfig",
        "oscar.apps.dashboard.communications.apps.CommunicationsDashboardConfig", "oscar.apps.dashboard.shipping.apps.ShippingDashboardConfig",
        "widget_tweaks", "haystack", "treebeard", "sorl.thumbnail", "django_tables2"])
django.setup()

from django.apps import apps  # noqa: E402: only after the set-up
from django.core.wsgi import get_wsgi_application  # noqa: E402

urlpatterns = [path("i18n/", include("django.conf.urls.i18n")), path("", include(apps.get_app_config("oscar").urls[0]))]
application = get_wsgi_application()
