import Testing
import TestSupport

